/** The filter for the user's hands, in the page's address and in requests. */

import { isNarrowed } from '../lib/search';

export const POSITIONS = [
  'UTG',
  'UTG+1',
  'UTG+2',
  'UTG+3',
  'LJ',
  'HJ',
  'CO',
  'BTN',
  'SB',
  'BB',
] as const;

export interface Filter {
  source: '' | 'uploads';
  upload: string;
  masa: string;
  tournament: string;
  is_tournament: '' | 'true' | 'false';
  /** First day in the local calendar: 2026-11-16. */
  since: string;
  until: string;
  least_big: string;
  most_big: string;
  least_players: string;
  most_players: string;
  position: string;
  /** A range of starting hands in the usual notation. */
  starting: string;
  least_pot: string;
  most_pot: string;
  result: '' | 'won' | 'lost';
  showdown: '' | 'true' | 'false';
  all_in: '' | 'true' | 'false';
  judged: '' | 'mistakes' | 'yes' | 'no';
}

export const EVERY: Filter = {
  source: '',
  upload: '',
  masa: '',
  tournament: '',
  is_tournament: '',
  since: '',
  until: '',
  least_big: '',
  most_big: '',
  least_players: '',
  most_players: '',
  position: '',
  starting: '',
  least_pot: '',
  most_pot: '',
  result: '',
  showdown: '',
  all_in: '',
  judged: '',
};

const ONE_OF: Partial<Record<keyof Filter, readonly string[]>> = {
  source: ['uploads'],
  is_tournament: ['true', 'false'],
  result: ['won', 'lost'],
  showdown: ['true', 'false'],
  all_in: ['true', 'false'],
  judged: ['mistakes', 'yes', 'no'],
  position: POSITIONS,
};
const AMOUNTS = [
  'least_big',
  'most_big',
  'least_players',
  'most_players',
  'least_pot',
  'most_pot',
] as const;
const DAYS = ['since', 'until'] as const;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Reads the filter from the address. Invalid values are ignored, because users can edit it. */
export function fromQuery(search: string): Filter {
  const query = new URLSearchParams(search);
  const found: Record<string, string> = { ...EVERY };
  for (const name of Object.keys(EVERY) as (keyof Filter)[]) {
    const value = query.get(name)?.trim() ?? '';
    const options = ONE_OF[name];
    const isAmount = (AMOUNTS as readonly string[]).includes(name);
    const isDay = (DAYS as readonly string[]).includes(name);
    if (options && !options.includes(value)) continue;
    if (isAmount && !/^\d{1,15}$/.test(value)) continue;
    if (isDay && !(DAY.test(value) && !Number.isNaN(Date.parse(value)))) continue;
    found[name] = value;
  }
  return found as unknown as Filter;
}

/** The query for the address, with the fields that differ from the default. */
export function toQuery(filter: Filter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
  return query.toString();
}

/** The query for the server, which expects milliseconds. A day begins and ends in the user's time
 * zone. */
export function serverQuery(filter: Filter): string {
  const query = new URLSearchParams(toQuery(filter));
  for (const name of DAYS) {
    if (!filter[name]) continue;
    const [year, month, day] = filter[name].split('-').map(Number) as [number, number, number];
    const at = new Date(year, month - 1, day + (name === 'until' ? 1 : 0));
    query.set(name, String(at.getTime() - (name === 'until' ? 1 : 0)));
  }
  return query.toString();
}

/** Whether the filter hides anything. The source of the hands does not count as a filter. */
export const isOn = (filter: Filter): boolean => isNarrowed({ ...filter, source: '' }, EVERY);
