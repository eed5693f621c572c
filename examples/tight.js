// A bot in plain JavaScript that plays few hands and bets them, with the odds in mind.
//
//   masa match examples/tight.js caller --hands 2000
//
// It answers with several acts and how likely each is, and says why. docs/bots.md has every field
// that a question holds.

const readline = require("node:readline");

const RANKS = "23456789TJQKA";
const rank = (card) => RANKS.indexOf(card[0]) + 2;

// From 0 to 1: how good two cards are before the flop.
function before(cards) {
  const [low, high] = cards.map(rank).sort((a, b) => a - b);
  if (low === high) return Math.min(1, 0.45 + high / 24);
  const suited = cards[0][1] === cards[1][1] ? 0.06 : 0;
  const near = Math.max(0, 0.1 - 0.03 * (high - low - 1));
  return (high + low) / 28 - 0.25 + suited + near;
}

// From 0 to 1: what the cards have made with the board. Pairs and flushes are all it looks for.
function after(cards, board) {
  const all = [...cards, ...board];
  const count = (list, of) => list.reduce((n, card) => n + (of(card) ? 1 : 0), 0);
  const flush = cards.some((own) => count(all, (card) => card[1] === own[1]) >= 5);
  if (flush) return 0.95;
  const matches = cards.map((own) => count(all, (card) => rank(card) === rank(own)) - 1);
  const made = rank(cards[0]) === rank(cards[1]) ? Math.max(...matches) : matches[0] + matches[1];
  const high = Math.max(...board.map(rank));
  if (made >= 2) return 0.9;
  if (made === 1) return cards.some((own) => rank(own) >= high) ? 0.7 : 0.5;
  return 0.15 + Math.max(...cards.map(rank)) / 100;
}

function choose(view) {
  const cards = view.players[view.me].cards;
  const worth = view.board.length ? after(cards, view.board) : before(cards);
  const price = view.to_call / (view.pot + view.to_call);
  const stay = ["CH", "CA", "AA"].find((act) => view.acts.includes(act));
  const giveUp = view.acts.includes("CH") ? "CH" : "FO";
  if (worth > 0.65 && view.least !== null) {
    const to = Math.min(view.most, Math.max(view.least, Math.round((2 * view.pot) / 3)));
    return { acts: { [`RR${to}`]: 0.8, [stay]: 0.2 }, reason: `worth ${worth.toFixed(2)}: bets` };
  }
  if (worth > price + 0.25) return { act: stay, reason: `worth ${worth.toFixed(2)}: stays` };
  return { act: giveUp, reason: `worth ${worth.toFixed(2)}: not for ${price.toFixed(2)}` };
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const told = JSON.parse(line);
  if (told.type === "hello" && told.version !== 1) {
    console.error(`the room speaks version ${told.version} of the bot protocol, not 1`);
    process.exit(1);
  }
  if (told.type === "act") {
    console.log(JSON.stringify({ turn: told.turn, ...choose(told) }));
  }
});
