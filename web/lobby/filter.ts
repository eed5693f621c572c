/** The filter and the order of the list of tables. */

import { tableName } from '../lib/i18n';
import { hasWords, isNarrowed } from '../lib/search';
import type { Table } from './table';

export type Size = 'any' | 'two' | 'short' | 'full';
export type Column = 'lively' | 'name' | 'stakes' | 'players' | 'average_pot' | 'hands_an_hour';

export interface Filter {
  words: string;
  /** "1/2", or empty for all. */
  stakes: string;
  size: Size;
  /** "no limit" etc., or empty for all. */
  betting: string;
  /** Whether only tables with people are shown, not those with bots alone. */
  people: boolean;
  /** Whether only tables with a free side are shown. House bots give up their sides for people. */
  free: boolean;
}

export const EVERYTHING: Filter = {
  words: '',
  stakes: '',
  size: 'any',
  betting: '',
  people: false,
  free: false,
};

export const stakesOf = (table: Table): string => `${table.small}/${table.big}`;
export const isFree = (table: Table): boolean => table.people < table.sides;
export const isFiltered = (filter: Filter): boolean => isNarrowed(filter, EVERYTHING);

const SIZES: Record<Size, [least: number, most: number]> = {
  any: [2, 10],
  two: [2, 2],
  short: [3, 6],
  full: [7, 10],
};

export function fits(table: Table, filter: Filter): boolean {
  const [least, most] = SIZES[filter.size];
  const text = `${table.name} ${tableName(table.name, table.host)} ${table.host ?? ''}`;
  return (
    hasWords(text, filter.words) &&
    (!filter.stakes || stakesOf(table) === filter.stakes) &&
    table.sides >= least &&
    table.sides <= most &&
    (!filter.betting || table.betting === filter.betting) &&
    (!filter.people || table.playing > 0) &&
    (!filter.free || isFree(table))
  );
}

/** The stakes that occur in the list, as options of the filter. */
export function stakesAmong(tables: readonly Table[]): string[] {
  const cheapest = [...tables].sort((one, other) => one.big - other.big || one.small - other.small);
  return [...new Set(cheapest.map(stakesOf))];
}

export const bettingsAmong = (tables: readonly Table[]): string[] =>
  [...new Set(tables.map(table => table.betting))].sort();

/** The first click on a column sorts it the way most people want it. */
const ORDERS: Record<Column, (one: Table, other: Table) => number> = {
  lively: (one, other) =>
    other.people - one.people || other.players - one.players || one.big - other.big,
  name: (one, other) => one.name.localeCompare(other.name),
  stakes: (one, other) => one.big - other.big || one.small - other.small,
  players: (one, other) => other.people - one.people || other.players - one.players,
  average_pot: (one, other) => other.average_pot - one.average_pot,
  hands_an_hour: (one, other) => other.hands_an_hour - one.hands_an_hour,
};

export function sorted(tables: readonly Table[], column: Column, isTurned = false): Table[] {
  const order = ORDERS[column];
  const sign = isTurned ? -1 : 1;
  return [...tables].sort(
    (one, other) =>
      sign * order(one, other) ||
      one.name.localeCompare(other.name) ||
      (one.id < other.id ? -1 : 1),
  );
}

/** The current tables in a given order, with new ones at the end. Keeps the rows in place under the
 * pointer. */
export function inOrder(tables: readonly Table[], order: readonly string[]): Table[] {
  const place = new Map(order.map((id, index) => [id, index]));
  const placeOf = ({ id }: Table) => place.get(id) ?? order.length;
  return [...tables].sort((one, other) => placeOf(one) - placeOf(other));
}
