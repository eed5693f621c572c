/** Repeats the pot shares of src/pokermasa/rules/legal.py; held by web/masa/sizing.test.ts.
 *
 * How large a raise: what the buttons, the slider and the field come to. Amounts are always *to*. */

import type { ActMessage } from '../lib/wire';

export type Turn = Pick<ActMessage, 'acts' | 'least' | 'most' | 'to_call' | 'pot'>;
/** A size as it is kept and written: `2.5x` of the highest wager, `1/3` or `40%` of the pot, `pot`, `4bb`. */
export type Size = string;
export interface Sizes {
  /** The least raise. */
  least: number;
  /** The most; all in, where that is allowed as a raise. */
  most: number;
  /** Whether the most is all in, sent as AA. */
  isAllIn: boolean;
  /** One is all there is: fixed limit, or a stack that can only go all in. */
  isFixed: boolean;
}

/** All in as a raise: offered beside a call, and more than it. */
export function canShove(turn: Turn): boolean {
  return turn.acts.includes('AA') && (turn.acts.includes('CA') || turn.acts.includes('CH'));
}

/** The range of a raise. `stack` and `wager` are one's own: all in is both together. */
export function sizes(turn: Turn, stack: number, wager: number): Sizes | null {
  const allIn = stack + wager;
  if (turn.least === null || turn.most === null) {
    if (!canShove(turn)) return null;
    return { least: allIn, most: allIn, isAllIn: true, isFixed: true };
  }
  const isAllIn = canShove(turn) && allIn >= turn.most;
  const most = isAllIn ? allIn : turn.most;
  return { least: turn.least, most, isAllIn, isFixed: turn.least === most };
}

export function clamp(to: number, { least, most }: Sizes): number {
  return Math.min(most, Math.max(least, Math.round(to)));
}

/** A part of the pot: the highest wager and that part of the pot after the call (docs/notation.md). */
export function partOfPot(turn: Turn, wager: number, part: number): number {
  const price = wager + turn.to_call;
  return price + Math.floor((turn.pot + turn.to_call) * part);
}

interface ReadSize {
  of: 'price' | 'pot' | 'big';
  times: number;
}

/** What somebody wrote, or null where that is no size. */
export function readSize(text: string): ReadSize | null {
  const plain = text.trim().toLowerCase().replace(',', '.').replace('×', 'x').replace(/\s+/g, '');
  if (plain === 'pot') return { of: 'pot', times: 1 };
  const part = /^(\d{1,2})\/(\d{1,2})(?:pot)?$/.exec(plain);
  const found = /^(\d{1,4}(?:\.\d{1,2})?)(x|%|bb)$/.exec(plain);
  const times = part ? Number(part[1]) / Number(part[2]) : Number(found?.[1]);
  if (!Number.isFinite(times) || times <= 0) return null;
  if (part) return { of: 'pot', times };
  if (found![2] === '%') return { of: 'pot', times: times / 100 };
  return { of: found![2] === 'x' ? 'price' : 'big', times };
}

/** How a size is kept: as it was written, without blanks. */
export const writeSize = (text: string): Size =>
  text.trim().toLowerCase().replace(',', '.').replace('×', 'x').replace(/\s+/g, '');

/** What it comes to now. Before anybody has bet, a multiple is of the big blind. */
export function amountOf(size: Size, turn: Turn, wager: number, big: number): number | null {
  const read = readSize(size);
  if (!read) return null;
  if (read.of === 'pot') return partOfPot(turn, wager, read.times);
  const price = wager + turn.to_call;
  return Math.round((read.of === 'price' && price ? price : big) * read.times);
}

/** The buttons above the slider that stand for something: each within the range, none twice. */
export function presets(
  turn: Turn,
  range: Sizes,
  wager: number,
  big: number,
  sizes: readonly Size[],
): [name: string, amount: number][] {
  if (range.isFixed) return [];
  const found = new Map<number, string>([[range.least, 'min']]);
  for (const size of sizes) {
    const to = amountOf(size, turn, wager, big);
    if (to !== null && to > range.least && to < range.most && !found.has(to)) found.set(to, size);
  }
  if (range.isAllIn) found.set(range.most, 'all_in');
  return [...found].map(([to, name]) => [name, to]);
}

/** Check if that is free, else call; all in where the call takes the last chip. */
export function callAct(turn: Turn): 'CH' | 'CA' | 'AA' | null {
  if (turn.acts.includes('CH')) return 'CH';
  if (turn.acts.includes('CA')) return 'CA';
  return turn.acts.includes('AA') ? 'AA' : null;
}

/** How an amount is sent: what takes the last chip is AA. */
export function actFor(to: number, range: Sizes): string {
  return range.isAllIn && to >= range.most ? 'AA' : `RR${to}`;
}

/** The slider is finer where the amounts are small: its place, from 0 to 1, for an amount. */
export function placeOf(to: number, { least, most }: Sizes): number {
  return most === least ? 0 : Math.sqrt((to - least) / (most - least));
}

export function amountAt(place: number, range: Sizes, step: number): number {
  const exact = range.least + (range.most - range.least) * place * place;
  if (place >= 1) return range.most;
  return clamp(range.least + Math.round((exact - range.least) / step) * step, range);
}
