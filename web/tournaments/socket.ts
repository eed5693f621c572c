/** The live list of tournaments. */

import { subscribe as subscribeToList } from '../lib/net/listing';
import type { Event } from './filter';

export const subscribe = (
  onRows: (events: Event[]) => void,
  onError: (error: unknown) => void,
): (() => void) =>
  subscribeToList<Event>(
    {
      path: 'tournaments',
      changeIn: message =>
        message.type === 'tournaments'
          ? { fresh: message.tournaments, closed: message.closed }
          : null,
      ask: { do: 'tournaments', value: true },
      askEnd: { do: 'tournaments', value: false },
    },
    onRows,
    onError,
  );
