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
      parse: message =>
        message.type === 'tournaments'
          ? { fresh: message.tournaments, closed: message.closed }
          : null,
      start: { do: 'tournaments', value: true },
      stop: { do: 'tournaments', value: false },
    },
    onRows,
    onError,
  );
