/** Twin of the pot shares of src/pokermasa/rules/legal.py, compared by web/masa/sizing.test.ts.
 *
 * The amounts of raises for buttons, slider and field. All amounts are totals ("raise to"). */

import type { ActMessage } from '../lib/wire';

export type Turn = Pick<ActMessage, 'acts' | 'least' | 'most' | 'to_call' | 'pot'>;
/** A bet size as text: `2.5x` of the highest wager, `1/3` or `40%` of the pot, `pot`, `4bb`. */
export type Size = string;
export interface Sizes {
  /** Smallest raise, in chips. */
  least: number;
  /** Largest raise, in chips. All in, if that is allowed as a raise. */
  most: number;
  /** Whether the largest raise is all in, which is sent as AA. */
  isAllIn: boolean;
  /** Whether only one amount is possible: in fixed limit, or if only all in is left. */
  isFixed: boolean;
}

/** Whether all in is offered as a raise, in addition to a call. */
export function canShove(turn: Turn): boolean {
  return turn.acts.includes('AA') && (turn.acts.includes('CA') || turn.acts.includes('CH'));
}

/** The range of a raise. All in is the sum of the user's *stack* and *wager*. */
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

/** A raise by a share of the pot: the highest wager plus that share of the pot after the call
 * (docs/notation.md). */
export function partOfPot(turn: Turn, wager: number, part: number): number {
  const price = wager + turn.to_call;
  return price + Math.floor((turn.pot + turn.to_call) * part);
}

interface ReadSize {
  of: 'price' | 'pot' | 'big';
  times: number;
}

/** Reads a bet size. Null if the text is none. */
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

/** The stored form of a bet size: as typed, without spaces. */
export const writeSize = (text: string): Size =>
  text.trim().toLowerCase().replace(',', '.').replace('×', 'x').replace(/\s+/g, '');

/** The amount of a bet size in chips. Before the first bet, multiples refer to the big blind. */
export function amountOf(size: Size, turn: Turn, wager: number, big: number): number | null {
  const read = readSize(size);
  if (!read) return null;
  if (read.of === 'pot') return partOfPot(turn, wager, read.times);
  const price = wager + turn.to_call;
  return Math.round((read.of === 'price' && price ? price : big) * read.times);
}

/** The amounts for the size buttons: within the range, without duplicates. */
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

/** Check if it is free, otherwise call, or all in if the call takes the last chip. */
export function callAct(turn: Turn): 'CH' | 'CA' | 'AA' | null {
  if (turn.acts.includes('CH')) return 'CH';
  if (turn.acts.includes('CA')) return 'CA';
  return turn.acts.includes('AA') ? 'AA' : null;
}

/** The act for an amount. An amount that takes the last chip is AA. */
export function actFor(to: number, range: Sizes): string {
  return range.isAllIn && to >= range.most ? 'AA' : `RR${to}`;
}

/** The position of an amount on the slider, from 0 to 1. The slider is finer for small amounts. */
export function placeOf(to: number, { least, most }: Sizes): number {
  return most === least ? 0 : Math.sqrt((to - least) / (most - least));
}

export function amountAt(place: number, range: Sizes, step: number): number {
  const exact = range.least + (range.most - range.least) * place * place;
  if (place >= 1) return range.most;
  return clamp(range.least + Math.round((exact - range.least) / step) * step, range);
}

/** How near to a stop the slider snaps, in parts of its length. */
const SNAP = 0.025;

/** The amount at a place of the slider. Near the place of one of the *stops* it is that stop. */
export function snapped(
  place: number,
  range: Sizes,
  step: number,
  stops: readonly number[],
): number {
  const distance = (stop: number) => Math.abs(placeOf(stop, range) - place);
  const nearest = [...stops].sort((one, other) => distance(one) - distance(other))[0];
  if (nearest !== undefined && distance(nearest) <= SNAP) return nearest;
  return amountAt(place, range, step);
}

/** The step of the slider: half a big blind in large ranges, otherwise one chip. */
export function stepOf(range: Sizes, big: number): number {
  return range.most - range.least > 20 * big ? Math.max(1, big / 2) : 1;
}
