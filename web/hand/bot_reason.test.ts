import { expect, test } from 'vitest';
import { inChinese } from './bot_reason';

/** Reasons that house bots have given. */
test.each([
  [
    '44, 5 by Chen; 35% against the ranges of 2 players, where 33% is a fair share; raised before us; the pot lays 3.0 to 1; call at that price; or (23%) fold, though there is a little to be won: it is a careful player',
    '44，陈氏 5 分；面对 2 名对手的范围胜率 35%（平均为 33%）；前面有人加注；底池赔率 3.0 比 1；按这个价格跟注；或者（23%）弃牌，虽然略有可赢：这是谨慎的打法',
  ],
  [
    'second pair and a flush draw and a gutshot; 78% against their range; 3 raises before us; the pot lays 10.0 to 1; raise 1.3 pots for value: 83% when called',
    '第二对，同花听牌，卡顺听牌；面对对手的范围胜率 78%；前面有 3 次加注；底池赔率 10.0 比 1；加注 1.3 个底池取价值，被跟注时胜率 83%',
  ],
  [
    'a pair of sixes; 21% against their range; bet before us; a chip lost is worth more than a chip won; fold: staying takes 20%, and more with bets to come; or (19%) call, though it costs',
    '一对 6；面对对手的范围胜率 21%；前面有人下注；输掉的筹码比赢得的更值钱；弃牌：继续需要 20%，后面还有下注则更多；或者（19%）跟注，虽然要亏一点',
  ],
  [
    'two pair on the board; 64% against their range; bet 2.0 pots as a bluff: 12% that everybody folds',
    '公共牌上的两对；面对对手的范围胜率 64%；下注 2.0 个底池诈唬，所有人弃牌的机会 12%',
  ],
  [
    'ten high; 0% against their range; fold, since staying takes 22%',
    '10 高牌；面对对手的范围胜率 0%；弃牌，因为继续需要 22%',
  ],
  [
    'T9o, 6 by Chen; 37% against their range; all in with a short stack for value: 51% when called, 27% that everybody folds',
    'T9o，陈氏 6 分；面对对手的范围胜率 37%；短筹码全下取价值，被跟注时胜率 51%，所有人弃牌的机会 27%',
  ],
])('%s', (english, chinese) => expect(inChinese(english)).toBe(chinese));

test('unknown reasons stay unchanged', () => {
  expect(inChinese('table: line 7; check')).toBe('table: line 7；过牌');
});
