/** The form for a new tournament: its values, their checks, and the request. */

import type { NewTournament } from '../lib/api';
import { isWhole } from '../lib/number';
import type { Pace } from '../opening/field';

export const MOST_ENTRANTS = 10_000;

export interface Wish {
  name: string;
  isPrivate: boolean;
  /** "full": when it is full; "time": at a set time. */
  starts: 'full' | 'time';
  /** The value of the browser's field: "2026-11-14T20:30". */
  at: string;
  /** Name of an included structure. Empty for the user's own. */
  structure: string;
  toml: string;
  least: number;
  most: number;
  buyIn: number;
  bots: boolean;
  pace: Pace;
}

export const usual: Wish = {
  name: '',
  isPrivate: true,
  starts: 'full',
  at: '',
  structure: 'turbo',
  toml: '',
  least: 2,
  most: 9,
  buyIn: 100,
  bots: false,
  pace: null,
};

export type Fault = 'entrants' | 'buy_in' | 'at' | 'toml';

/** The fields that the server would refuse, for a message beside the field. */
export function faultsOf(wish: Wish, now: number): Fault[] {
  const faults: Fault[] = [];
  const { least, most } = wish;
  if (!isWhole(most) || most < 2 || most > MOST_ENTRANTS) faults.push('entrants');
  else if (wish.starts === 'time' && (!isWhole(least) || least < 2 || least > most))
    faults.push('entrants');
  if (!isWhole(wish.buyIn)) faults.push('buy_in');
  // The negation matters: an empty field gives NaN.
  if (wish.starts === 'time' && !(Date.parse(wish.at) > now)) faults.push('at');
  if (!wish.structure && !wish.toml.trim()) faults.push('toml');
  return faults;
}

export function toSend(wish: Wish, nameOtherwise: string): NewTournament {
  const isTimed = wish.starts === 'time';
  return {
    name: wish.name.trim() || nameOtherwise,
    structure: wish.structure || wish.toml,
    kind: isTimed ? 'scheduled' : 'sitandgo',
    starts: isTimed ? Date.parse(wish.at) : null,
    private: wish.isPrivate,
    bots: wish.bots,
    act_time: wish.pace && wish.pace * 1000,
    entrants: [isTimed ? wish.least : Math.min(2, wish.most), wish.most],
    buy_in: wish.buyIn,
  };
}
