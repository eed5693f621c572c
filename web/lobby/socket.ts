/** The live list of tables. */

import { subscribe as subscribeToList } from '../lib/net/listing';
import type { Table } from './table';

export const subscribe = (
  onRows: (tables: Table[]) => void,
  onError: (error: unknown) => void,
): (() => void) =>
  subscribeToList<Table>(
    {
      // A first page for a quick start. The socket sends the whole list.
      path: 'tables?most=100',
      parse: message =>
        message.type === 'lobby' ? { fresh: message.tables, closed: message.closed } : null,
      start: { do: 'watch_lobby' },
      stop: { do: 'unwatch_lobby' },
    },
    onRows,
    onError,
  );
