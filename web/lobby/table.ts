/** A table as the lobby shows it. */

import type { Me, Place, TableData } from '../lib/api';

export type Table = TableData;

export const pathOf = (masa: string, key: string | null = null): string =>
  `/masa/${masa}${key ? `#${key}` : ''}`;

/** Tables that the user has opened without having a seat there. */
export function onlyHosted(me: Me): Place[] {
  const seated = new Set(me.seated.map(({ masa }) => masa));
  return me.hosted.filter(({ masa }) => !seated.has(masa));
}
