/** The live list of tables. */

import { follow as followList } from '../lib/net/listing';
import type { Table } from './table';

export const follow = (
  told: (tables: Table[]) => void,
  failed: (error: unknown) => void,
): (() => void) =>
  followList<Table>(
    {
      // A first page for a quick start. The socket sends the whole list.
      path: 'tables?most=100',
      read: message =>
        message.type === 'lobby' ? { fresh: message.tables, closed: message.closed } : null,
      ask: { do: 'lobby' },
      unask: { do: 'unlobby' },
    },
    told,
    failed,
  );
