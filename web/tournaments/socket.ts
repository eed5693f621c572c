/** The live list of tournaments. */

import { follow as followList } from '../lib/net/listing';
import type { Event } from './filter';

export const follow = (
  told: (events: Event[]) => void,
  failed: (error: unknown) => void,
): (() => void) =>
  followList<Event>(
    {
      path: 'tournaments',
      read: message =>
        message.type === 'tournaments'
          ? { fresh: message.tournaments, closed: message.closed }
          : null,
      ask: { do: 'tournaments', value: true },
      unask: { do: 'tournaments', value: false },
    },
    told,
    failed,
  );
