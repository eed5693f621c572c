// mybot: plays big cards and pairs.
//
//   masa match mybot.js caller                20,000 hands against a bot that always calls
//   masa match mybot.js house --hands 2000    against the house bot
//   masa bot run mybot.js --server URL        at a table of a room
//
// A bot in any language reads JSON lines from its input and writes one line for each request.
// docs/bots.md lists every field. Standard output is for answers only; use console.error to print.

const RANKS = "23456789TJQKA";

// Return the act of this turn in Uci: FO, CH, CA, AA or RR60 (raise to 60).
function choose(view) {
  const [first, second] = view.players[view.me].cards;
  const high = RANKS.indexOf(first[0]);
  const low = RANKS.indexOf(second[0]);
  const onBoard = view.board.some((card) => card[0] === first[0] || card[0] === second[0]);
  const great = high === low || onBoard;
  const fine = high + low >= 16;

  if (great && view.least !== null) {
    return `RR${Math.min(view.most, Math.max(view.least, view.pot))}`;
  }
  if (great || (fine && view.to_call * 2 <= view.pot)) {
    return ["CH", "CA", "AA"].find((act) => view.acts.includes(act));
  }
  return view.acts.includes("CH") ? "CH" : "FO";
}

require("node:readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const told = JSON.parse(line);
    if (told.type === "act") {
      console.log(JSON.stringify({ turn: told.turn, act: choose(told) }));
    }
  });
