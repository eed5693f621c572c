/** Twin of src/pokermasa/strength, compared by web/masa/strength.test.ts.
 *
 * The strength of the best five of up to seven cards, as a number for comparison, and as category and
 * ranks for a name. Ranks are 0 (two) to 12 (ace). */

export const RANKS = '23456789TJQKA';
const SUITS = 'cdhs';

export type Category =
  | 'high'
  | 'pair'
  | 'two_pair'
  | 'trips'
  | 'straight'
  | 'flush'
  | 'full_house'
  | 'quads'
  | 'straight_flush'
  | 'royal_flush';

const CATEGORIES: Category[] = [
  'high',
  'pair',
  'two_pair',
  'trips',
  'straight',
  'flush',
  'full_house',
  'quads',
  'straight_flush',
];

/** A card as one number: suit * 8192 + bit of its rank. */
export type Code = number;
export const code = (card: string): Code =>
  SUITS.indexOf(card[1]!) * 8192 + (1 << RANKS.indexOf(card[0]!));

const top = (mask: number): number => 31 - Math.clz32(mask);

/** The highest rank of a straight in the mask, or -1. In the wheel the ace is low. */
function straight(mask: number): number {
  const run = mask & (mask << 1) & (mask << 2) & (mask << 3) & (mask << 4);
  if (run) return top(run);
  return (mask & 0x100f) === 0x100f ? 3 : -1;
}

/** The *count* highest ranks of the mask, four bits each. */
function kickers(mask: number, count: number): number {
  let value = 0;
  for (let i = 0; i < count; i++) {
    const rank = mask ? top(mask) : 0;
    value = value * 16 + rank;
    mask &= ~(1 << rank);
  }
  return value;
}

const bits = (mask: number): number => {
  let count = 0;
  for (; mask; mask &= mask - 1) count++;
  return count;
};

const make = (category: number, ranks: number): number => category * 0x100000 + ranks;

/** The value of a hand. Higher is better, and equal values split. The category is above five ranks
 * of four bits. */
export function value(cards: readonly Code[]): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (const card of cards) {
    const bit = card & 8191;
    if (card < 8192) a |= bit;
    else if (card < 16384) b |= bit;
    else if (card < 24576) c |= bit;
    else d |= bit;
  }
  const all = a | b | c | d;
  const flush = bits(a) > 4 ? a : bits(b) > 4 ? b : bits(c) > 4 ? c : bits(d) > 4 ? d : 0;
  if (flush) {
    const high = straight(flush);
    if (high >= 0) return make(8, high << 16);
  }
  const quads = a & b & c & d;
  if (quads) {
    const rank = top(quads);
    return make(7, (rank << 16) | (kickers(all & ~(1 << rank), 1) << 12));
  }
  const two = (a & b) | (a & c) | (a & d) | (b & c) | (b & d) | (c & d);
  const trips = (a & b & c) | (a & b & d) | (a & c & d) | (b & c & d);
  if (trips) {
    const rank = top(trips);
    const rest = two & ~(1 << rank);
    if (rest) return make(6, (rank << 16) | (top(rest) << 12));
    if (flush) return make(5, kickers(flush, 5));
    const high = straight(all);
    if (high >= 0) return make(4, high << 16);
    return make(3, (rank << 16) | (kickers(all & ~(1 << rank), 2) << 8));
  }
  if (flush) return make(5, kickers(flush, 5));
  const high = straight(all);
  if (high >= 0) return make(4, high << 16);
  if (two) {
    const rank = top(two);
    const rest = two & ~(1 << rank);
    if (!rest) return make(1, (rank << 16) | (kickers(all & ~(1 << rank), 3) << 4));
    const other = top(rest);
    const kicker = kickers(all & ~(1 << rank) & ~(1 << other), 1);
    return make(2, (rank << 16) | (other << 12) | (kicker << 8));
  }
  return make(0, kickers(all, 5));
}

export interface Named {
  category: Category;
  /** Ranks in the name of the hand: one, or two for two pair and a full house. */
  ranks: string[];
}

/** The name of the hand made of these cards. */
export function named(cards: readonly string[]): Named | null {
  if (cards.length < 2) return null;
  const worth = value(cards.map(code));
  const rank = (place: number) => RANKS[(worth >> (16 - 4 * place)) & 15] ?? '2';
  const category = CATEGORIES[worth >> 20] ?? 'high';
  if (category === 'straight_flush' && rank(0) === 'A')
    return { category: 'royal_flush', ranks: [] };
  const isDouble = category === 'two_pair' || category === 'full_house';
  return { category, ranks: isDouble ? [rank(0), rank(1)] : [rank(0)] };
}

/** Number of ranks in the name of a hand. Of the other categories a kicker is not named. */
const NAMED: Partial<Record<Category, number>> = {
  high: 1,
  pair: 1,
  two_pair: 2,
  trips: 1,
  quads: 1,
};

/** The rank of the kicker that decides against the best of the *beaten* hands with the same name. */
export function decidingKicker(
  cards: readonly string[],
  beaten: readonly (readonly string[])[],
): string | null {
  const worth = value(cards.map(code));
  const count = NAMED[CATEGORIES[worth >> 20] ?? 'high'];
  if (!count) return null;
  const nameOf = (one: number) => one >> (20 - 4 * count);
  const rivals = beaten
    .map(other => value(other.map(code)))
    .filter(other => other < worth && nameOf(other) === nameOf(worth));
  if (!rivals.length) return null;
  const best = Math.max(...rivals);
  for (let shift = 16 - 4 * count; shift >= 0; shift -= 4)
    if (((worth >> shift) & 15) !== ((best >> shift) & 15)) return RANKS[(worth >> shift) & 15]!;
  return null;
}

/** The cards that make the best five. */
export function bestFive(cards: readonly string[]): string[] {
  if (cards.length <= 5) return [...cards];
  let best = -1;
  let five: string[] = [];
  const choose = (from: number, chosen: string[]) => {
    if (chosen.length === 5) {
      const worth = value(chosen.map(code));
      if (worth > best) [best, five] = [worth, chosen];
      return;
    }
    for (let i = from; i <= cards.length - (5 - chosen.length); i++)
      choose(i + 1, [...chosen, cards[i]!]);
  };
  choose(0, []);
  return five;
}
