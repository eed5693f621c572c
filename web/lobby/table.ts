/** A table as the lobby speaks of it. */

import type { Me, Place, TableData } from '../lib/api';

export type Table = TableData;

/** The list after a message that says what has changed in it. */
export function changed(
  tables: readonly Table[],
  fresh: readonly Table[],
  closed: readonly string[],
): Table[] {
  const gone = new Set([...closed, ...fresh.map(table => table.id)]);
  return [...tables.filter(table => !gone.has(table.id)), ...fresh];
}

export const pathOf = (masa: string, key: string | null = null): string =>
  `/masa/${masa}${key ? `#${key}` : ''}`;

/** What somebody opened and does not sit at. */
export function onlyHosted(me: Me): Place[] {
  const seated = new Set(me.seated.map(({ masa }) => masa));
  return me.hosted.filter(({ masa }) => !seated.has(masa));
}
