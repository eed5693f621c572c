/** A live list of the room's tables or tournaments. */

import { get } from './rest';
import { changed, type Change, type Row } from '../rows';
import { socket, type Asking } from './socket';
import type { Message } from '../wire';

interface Listing<T extends Row> {
  /** Where it is read over REST. */
  path: string;
  /** The change that a message makes to the list. Null if it concerns something else. */
  read(message: Message): Change<T> | null;
  ask: Asking;
  unask: Asking;
}

/** Calls *onRows* with the list now and after every change, until the returned function is called. */
export function follow<T extends Row>(
  { path, read, ask, unask }: Listing<T>,
  told: (rows: T[]) => void,
  failed: (error: unknown) => void,
): () => void {
  let rows: T[] | null = null;
  let isWhole = false;
  let isOver = false;
  const tell = (now: T[]) => told((rows = now));
  // The socket needs a few round trips more than this request. The first answer is shown.
  get<T[]>(path).then(
    found => {
      if (!rows && !isOver) tell(found);
    },
    error => {
      if (!rows && !isOver) failed(error);
    },
  );
  const quiet = socket.listen(message => {
    const change = read(message);
    if (!change) return;
    tell(changed(isWhole ? [] : (rows ?? []), change));
    isWhole = false;
  });
  const stay = socket.onOpen(() => {
    isWhole = true;
    socket.ask(ask, false).catch(failed);
  });
  return () => {
    isOver = true;
    quiet();
    stay();
    if (socket.status.peek() === 'open') socket.ask(unask, false).catch(() => undefined);
  };
}
