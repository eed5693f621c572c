/** A live list of the room's tables or tournaments. */

import { get } from './rest';
import { applyChange, type Change, type Row } from '../rows';
import { socket, type NewRequest } from './socket';
import type { Message } from '../wire';

interface Listing<T extends Row> {
  /** Path of the list for HTTP requests. */
  path: string;
  /** The change that a message makes to the list. Null if it concerns something else. */
  parse(message: Message): Change<T> | null;
  start: NewRequest;
  stop: NewRequest;
}

/** Calls *onRows* with the list now and after every change, until the returned function is called. */
export function subscribe<T extends Row>(
  { path, parse, start, stop }: Listing<T>,
  onRows: (rows: T[]) => void,
  onError: (error: unknown) => void,
): () => void {
  let rows: T[] | null = null;
  let replacesAll = false;
  let isOver = false;
  const show = (now: T[]) => onRows((rows = now));
  // The socket needs a few round trips more than this request. The first answer is shown.
  get<T[]>(path).then(
    found => {
      if (!rows && !isOver) show(found);
    },
    error => {
      if (!rows && !isOver) onError(error);
    },
  );
  const stopListening = socket.listen(message => {
    const change = parse(message);
    if (!change) return;
    show(applyChange(replacesAll ? [] : (rows ?? []), change));
    replacesAll = false;
  });
  const stopOpening = socket.onOpen(() => {
    replacesAll = true;
    socket.ask(start, false).catch(onError);
  });
  return () => {
    isOver = true;
    stopListening();
    stopOpening();
    if (socket.status.peek() === 'open') socket.ask(stop, false).catch(() => undefined);
  };
}
