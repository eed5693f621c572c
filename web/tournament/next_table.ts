/** The choice of another table of the same tournament to show. */

import type { Detail } from '../lib/api';
import { withKey } from '../lib/net/key';

/** The tournament of a table, also of a closed one: a table id starts with the tournament's id.
 * Null for a cash table. */
export const tournamentOf = (masa: string): string | null => /^(t\w+)-\d+$/.exec(masa)?.[1] ?? null;

/** The followed player in the address. */
export const followedName = (search: string): string | null =>
  new URLSearchParams(search).get('follow');

/** The path of a table for spectators, and with *name* for following that player. */
export function tablePath(masa: string, key: string, name: string | null = null): string {
  const query = name === null ? '' : `?follow=${encodeURIComponent(name)}`;
  return withKey(`/masa/${masa}${query}`, key);
}

type Known = Pick<Detail, 'standings' | 'tables'> & { you: { masa: string | null } | null };

/** The table to show instead of this one: the user's own, otherwise that of the followed player,
 * otherwise the last remaining one if this one is closed. Null to stay. */
export function nextTable(
  masa: string,
  { standings, tables, you }: Known,
  name: string | null,
): string | null {
  const friend = standings.find(row => row.name === name)?.masa;
  const isHere = tables.some(table => table.masa === masa);
  const last = !isHere && tables.length === 1 ? tables[0]!.masa : null;
  const to = you?.masa ?? friend ?? last;
  return to === masa ? null : to;
}
