/** The filter and the order of the list of tournaments. */

import { tableName } from '../lib/i18n';
import { hasWords, isNarrowed } from '../lib/search';
import type { TournamentData } from '../lib/wire';

export type Event = TournamentData;
export type When = 'open' | 'running' | 'over';
export type KindWish = '' | Event['kind'];

export interface Filter {
  when: When;
  words: string;
  kind: KindWish;
  /** Maximum price of an entry in chips. Null for any. */
  price: number | null;
  /** Whether only tournaments with people are shown, not those with bots alone. */
  people: boolean;
}

export const EVERYTHING: Omit<Filter, 'when'> = {
  words: '',
  kind: '',
  price: null,
  people: false,
};

export const isFiltered = (filter: Filter): boolean => isNarrowed(filter, EVERYTHING);

/** The sections that list a tournament. One with late registration is both open and running. */
export function whenOf(event: Event): When[] {
  if (event.status === 'ended' || event.status === 'cancelled') return ['over'];
  const found: When[] = [];
  if (event.open || event.status === 'registering') found.push('open');
  if (event.status !== 'registering') found.push('running');
  return found;
}

export function fits(event: Event, filter: Filter): boolean {
  const text = `${event.name} ${tableName(event.name, event.host)} ${event.host ?? ''}`;
  return (
    whenOf(event).includes(filter.when) &&
    hasWords(text, filter.words) &&
    (!filter.kind || event.kind === filter.kind) &&
    (filter.price === null || event.buy_in <= filter.price) &&
    (!filter.people || event.people > 0)
  );
}

/** Sorts the list: first tournaments that wait to be full (fullest first), then scheduled ones by
 * time, then running ones, then finished ones (newest first). The name decides otherwise, so that rows
 * do not jump. */
export function sorted(events: readonly Event[]): Event[] {
  const missing = (event: Event) => event.most - event.entries;
  const group = (event: Event) =>
    event.ended !== null ? 3 : event.started !== null ? 2 : event.starts === null ? 0 : 1;
  return [...events].sort(
    (one, other) =>
      group(one) - group(other) ||
      (other.ended ?? 0) - (one.ended ?? 0) ||
      (one.starts ?? 0) - (other.starts ?? 0) ||
      missing(one) - missing(other) ||
      one.name.localeCompare(other.name) ||
      (one.id < other.id ? -1 : 1),
  );
}

/** The prices that occur in the list, as options of the filter. */
export const pricesAmong = (events: readonly Event[]): number[] =>
  [...new Set(events.map(event => event.buy_in))].sort((one, other) => one - other);
