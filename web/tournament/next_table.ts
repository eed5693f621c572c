/** Which table of a tournament somebody is to look at, when not this one. */

import type { Detail } from '../lib/api';
import { withKey } from '../lib/net/key';

/** The tournament that a table belongs to, of those that are gone too: its id is the beginning of
 * theirs. Null of a cash table. */
export const tournamentOf = (masa: string): string | null => /^(t\w+)-\d+$/.exec(masa)?.[1] ?? null;

/** The player whom the address says to follow. */
export const followed = (search: string): string | null =>
  new URLSearchParams(search).get('follow');

/** The address of a table, for whoever looks on; with somebody's name, to go where they go. */
export function tablePath(masa: string, key: string, name: string | null = null): string {
  const query = name === null ? '' : `?follow=${encodeURIComponent(name)}`;
  return withKey(`/masa/${masa}${query}`, key);
}

type Known = Pick<Detail, 'standings' | 'tables'> & { you: { masa: string | null } | null };

/** One's own; else where the one plays whom one follows; else, from a table that is no more, the only
 * one that is left. Null: stay, or look for yourself. */
export function whereTo(
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
