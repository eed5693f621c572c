/** Translates the reason that a house bot gives for its act into Chinese. The server sends it in
 * English (src/pokermasa/bots/house/reason.py). Unknown parts stay in English. */

const RANKS: Record<string, string> = {
  ace: 'A',
  king: 'K',
  queen: 'Q',
  jack: 'J',
  ten: '10',
  nine: '9',
  eight: '8',
  seven: '7',
  six: '6',
  five: '5',
  four: '4',
  three: '3',
  two: '2',
};
const rank = (word: string): string => RANKS[word.replace(/(?<=x)es$|s$/, '')] ?? word;

const HOLDINGS: Record<string, string> = {
  'top pair': '顶对',
  'second pair': '第二对',
  'a low pair': '小对',
  'an overpair': '超对',
  'two overcards': '两张高张',
  'high card': '高牌',
  'one pair': '一对',
  'two pair': '两对',
  'three of a kind': '三条',
  straight: '顺子',
  flush: '同花',
  'full house': '葫芦',
  'four of a kind': '四条',
  'straight flush': '同花顺',
};
const DRAWS: Record<string, string> = {
  'a flush draw': '同花听牌',
  'a straight draw': '顺子听牌',
  'a gutshot': '卡顺听牌',
};

type Say = (...parts: string[]) => string;
const raise = (verb: string, pots: string): string =>
  (verb.startsWith('all in') ? '短筹码全下' : verb === 'bet' ? '下注' : '加注') +
  (pots ? ` ${pots} 个底池` : '');
const folds = (often: string): string => (often ? `，所有人弃牌的机会 ${often}` : '');

/** Patterns for one part of a reason, with their translation. */
const PARTS: [RegExp, Say][] = [
  [/^(\w+), (-?\d+) by Chen$/, (hand, points) => `${hand}，陈氏 ${points} 分`],
  [
    /^(\d+%) against (?:their range|the ranges of (\d+) players)(?:, where (\d+%) is a fair share)?$/,
    (chance, players, fair) =>
      `面对${players ? ` ${players} 名对手` : '对手'}的范围胜率 ${chance}${fair ? `（平均为 ${fair}）` : ''}`,
  ],
  [/^raised before us$/, () => '前面有人加注'],
  [/^bet before us$/, () => '前面有人下注'],
  [/^(\d+) raises before us$/, count => `前面有 ${count} 次加注`],
  [/^the pot lays ([\d.]+) to 1$/, odds => `底池赔率 ${odds} 比 1`],
  [/^a chip lost is worth more than a chip won$/, () => '输掉的筹码比赢得的更值钱'],
  [
    /^fold, though there is a little to be won: it is a careful player$/,
    () => '弃牌，虽然略有可赢：这是谨慎的打法',
  ],
  [
    /^fold: staying takes (\d+%), and more with bets to come$/,
    needed => `弃牌：继续需要 ${needed}，后面还有下注则更多`,
  ],
  [/^fold, since staying takes (\d+%)$/, needed => `弃牌，因为继续需要 ${needed}`],
  [/^thought through to the end, in chips: (.*)$/, worths => `推演到底，以筹码计：${worths}`],
  [/^check$/, () => '过牌'],
  [/^call at that price$/, () => '按这个价格跟注'],
  [/^call, though it costs$/, () => '跟注，虽然要亏一点'],
  [
    /^(all in with a short stack|raise|bet)(?: ([\d.]+) pots)? as a bluff: (\d+%) that everybody folds$/,
    (verb, pots, often) => `${raise(verb!, pots!)}诈唬${folds(often!)}`,
  ],
  [
    /^(all in with a short stack|raise|bet)(?: ([\d.]+) pots)? for value: (\d+%) when called(?:, (\d+%) that everybody folds)?$/,
    (verb, pots, called, often) =>
      `${raise(verb!, pots!)}取价值，被跟注时胜率 ${called}${folds(often ?? '')}`,
  ],
];

export function inChinese(words: string): string {
  return words.split('; ').map(part).join('；');
}

function part(words: string): string {
  const [, often, rest] = /^or \((\d+%)\) (.*)$/.exec(words) ?? [];
  if (often) return `或者（${often}）${part(rest!)}`;
  const held = holding(words);
  if (held) return held;
  for (const [pattern, say] of PARTS) {
    const found = pattern.exec(words);
    if (found) return say(...found.slice(1).map(group => group ?? ''));
  }
  return words;
}

/** Translates the holding: "second pair and a flush draw", "two pair on the board". */
function holding(words: string): string | null {
  const [made = '', ...draws] = words.split(' and ');
  const [, bare = made, open] = /^(.*?)( on the board)?$/.exec(made) ?? [];
  const plain =
    HOLDINGS[bare] ?? (/^(\w+ high|a pair of \w+)$/.test(bare) ? pairOrHigh(bare) : null);
  if (!plain || draws.some(draw => !(draw in DRAWS))) return null;
  return [open ? `公共牌上的${plain}` : plain, ...draws.map(draw => DRAWS[draw]!)].join('，');
}

function pairOrHigh(bare: string): string {
  const [, high] = /^(\w+) high$/.exec(bare) ?? [];
  if (high) return `${rank(high)} 高牌`;
  return `一对 ${rank(bare.replace('a pair of ', ''))}`;
}
