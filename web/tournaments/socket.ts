/** The list of tournaments, kept as it is in the room. */

import { get } from '../lib/rest';
import { socket } from '../lib/socket';
import { changed, type Event } from './filter';

/** Tells of them now and whenever they change, until the answer is called. */
export function follow(
  told: (events: Event[]) => void,
  failed: (error: unknown) => void,
): () => void {
  let events: Event[] | null = null;
  let isWhole = false;
  let isOver = false;
  const tell = (now: Event[]) => told((events = now));
  // The socket needs a few round trips more than this; whichever is first.
  get<Event[]>('tournaments').then(
    found => {
      if (!events && !isOver) tell(found);
    },
    error => {
      if (!events && !isOver) failed(error);
    },
  );
  const quiet = socket.listen(message => {
    if (message.type !== 'tournaments') return;
    const { tournaments, closed } = message;
    tell(isWhole ? tournaments : changed(events ?? [], tournaments, closed));
    isWhole = false;
  });
  const stay = socket.onOpen(() => {
    isWhole = true;
    socket.ask({ do: 'tournaments', value: true }, false).catch(failed);
  });
  return () => {
    isOver = true;
    quiet();
    stay();
    if (socket.status.peek() === 'open')
      socket.ask({ do: 'tournaments', value: false }, false).catch(() => undefined);
  };
}
