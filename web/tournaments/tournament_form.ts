/** The form for a new tournament: its values, their checks, and the request. */

import type { NewTournament } from '../lib/api';
import { isWhole } from '../lib/number';
import type { Pace } from '../opening/field';

export const MOST_ENTRANTS = 10_000;

export interface TournamentForm {
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

export const defaults: TournamentForm = {
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
export function faultsIn(form: TournamentForm, now: number): Fault[] {
  const faults: Fault[] = [];
  const { least, most } = form;
  if (!isWhole(most) || most < 2 || most > MOST_ENTRANTS) faults.push('entrants');
  else if (form.starts === 'time' && (!isWhole(least) || least < 2 || least > most))
    faults.push('entrants');
  if (!isWhole(form.buyIn)) faults.push('buy_in');
  // The negation matters: an empty field gives NaN.
  if (form.starts === 'time' && !(Date.parse(form.at) > now)) faults.push('at');
  if (!form.structure && !form.toml.trim()) faults.push('toml');
  return faults;
}

export function requestOf(form: TournamentForm, defaultName: string): NewTournament {
  const isTimed = form.starts === 'time';
  return {
    name: form.name.trim() || defaultName,
    structure: form.structure || form.toml,
    kind: isTimed ? 'scheduled' : 'sitandgo',
    starts: isTimed ? Date.parse(form.at) : null,
    private: form.isPrivate,
    bots: form.bots,
    act_time: form.pace && form.pace * 1000,
    entrants: [isTimed ? form.least : Math.min(2, form.most), form.most],
    buy_in: form.buyIn,
  };
}
