/** The list of tables, kept as it is in the room. */

import { follow as followList } from '../lib/net/listing';
import type { Table } from './table';

export const follow = (
  told: (tables: Table[]) => void,
  failed: (error: unknown) => void,
): (() => void) =>
  followList<Table>(
    {
      // The first rows soon; all of them come over the socket.
      path: 'tables?most=100',
      read: message =>
        message.type === 'lobby' ? { fresh: message.tables, closed: message.closed } : null,
      ask: { do: 'lobby' },
      unask: { do: 'unlobby' },
    },
    told,
    failed,
  );
