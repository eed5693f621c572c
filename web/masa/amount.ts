/** Amounts in the user's unit: chips or big blinds, with separated thousands. */

import { number, type Values } from '../lib/i18n';
import { plain, readNumber } from '../lib/number';
import { settings } from '../lib/settings';

export function amount(chips: number, big: number): string {
  if (settings.unit.value === 'chips' || !big) return number(chips);
  return inBlinds(chips, big);
}

function inBlinds(chips: number, big: number): string {
  const blinds = chips / big;
  const rounded = blinds >= 100 ? Math.round(blinds) : Math.round(blinds * 10) / 10;
  return `${number(rounded)} BB`;
}

/** The reason why a typed amount is not valid. `masa/text` has its text. */
export interface Fault {
  key: 'typed.unclear' | 'typed.two_ways' | 'typed.whole' | 'typed.range';
  values: Values;
}

export interface Range {
  least: number;
  most: number;
  big: number;
  /** Whether a number without a unit means big blinds. */
  inBlinds: boolean;
  /** The amount for a share of the pot. Missing where pot shares make no sense. */
  ofPot?(part: number): number;
}

const PARTS: Record<string, number> = {
  '½': 1 / 2,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '¼': 1 / 4,
  '¾': 3 / 4,
};

/** Reads a typed amount: "60", "1,000", "2.5bb", "1.5k", "½ pot", "75%". Returns chips or the
 * fault. */
export function readAmount(text: string, range: Range): number | Fault {
  const { least, most, big } = range;
  const show = (chips: number) => (range.inBlinds ? inBlinds(chips, big) : number(chips));
  const values = { least: show(least), most: show(most) };
  const part = range.ofPot && partOf(text);
  if (part) return within(range.ofPot!(part));
  const [, bare = '', unit] = /^(.*?)(bb|个?大盲注?)?$/.exec(plain(text)) ?? [];
  const found = readNumber(bare);
  if (found === null || found === 0) return { key: 'typed.unclear', values };
  if (typeof found === 'object') {
    const [one, other] = found.map(way => number(way));
    return { key: 'typed.two_ways', values: { one: one!, other: other! } };
  }
  // "1k" without a unit is unclear in big blinds, because nobody counts them in thousands.
  if (range.inBlinds && !unit && /[km万]$/.test(bare)) return { key: 'typed.unclear', values };
  if (unit || range.inBlinds) return within(Math.round(found * big), true);
  if (!Number.isInteger(found)) return { key: 'typed.whole', values };
  return within(found);

  function within(chips: number, isRounded = false): number | Fault {
    const end = Math.min(most, Math.max(least, chips));
    if (chips === end) return chips;
    // The limits are rounded for display. A user who types the displayed limit means the exact one.
    const shown = isRounded ? (end >= 100 * big ? big / 2 : big / 20) : 0;
    return Math.abs(chips - end) <= shown ? end : { key: 'typed.range', values };
  }
}

/** Reads a share of the pot: "½ pot", "1/3 pot", "75%", "pot". */
function partOf(text: string): number | null {
  const found = /^\s*(?:([½⅓⅔¼¾])|([1-9])\/([1-9])|(\d{1,3})\s*%)?\s*(pot|底池)?\s*$/i.exec(text);
  if (!found?.[0]) return null;
  const [, sign, over, under, percent, pot] = found;
  if (sign) return PARTS[sign]!;
  if (over) return pot ? Number(over) / Number(under) : null;
  if (percent) return Number(percent) / 100 || null;
  return pot ? 1 : null;
}
