/** A table as the lobby shows it. */

import type { Me, Place, TableData } from '../lib/api';
import { withKey } from '../lib/net/key';

export type Table = TableData;

export const pathOf = (masa: string, key: string | null = null): string =>
  withKey(`/masa/${masa}`, key);

/** Tables that the user has opened without having a seat there. */
export function onlyHosted(me: Me): Place[] {
  const seated = new Set(me.seated.map(({ masa }) => masa));
  return me.hosted.filter(({ masa }) => !seated.has(masa));
}
