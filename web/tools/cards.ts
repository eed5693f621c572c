/** Reads cards as people type them: "Ah 7c 2d", "ah7c2d", "10h". */

const CARD = /(10|[2-9TJQKA])([cdhs])/giy;

/** The cards, and the rest of the text from the first part that is no card. */
export function readCards(text: string): { cards: string[]; rest: string } {
  const cards: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (/[\s,，]/.test(text[at]!)) {
      at++;
      continue;
    }
    CARD.lastIndex = at;
    const found = CARD.exec(text);
    if (!found) return { cards, rest: text.slice(at).trim() };
    cards.push(found[1]!.toUpperCase().replace('10', 'T') + found[2]!.toLowerCase());
    at = CARD.lastIndex;
  }
  return { cards, rest: '' };
}
