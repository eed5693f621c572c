/** The list of tables, kept as it is in the room. */

import { get } from '../lib/rest';
import { socket } from '../lib/socket';
import { changed, type Table } from './table';

/** Tells of the tables now and whenever they change, until the answer is called. */
export function follow(
  told: (tables: Table[]) => void,
  failed: (error: unknown) => void,
): () => void {
  let tables: Table[] | null = null;
  let isWhole = false;
  let isOver = false;
  const tell = (now: Table[]) => told((tables = now));
  // The socket needs a few round trips more than this; whichever is first.
  get<Table[]>('tables').then(
    found => {
      if (!tables && !isOver) tell(found);
    },
    error => {
      if (!tables && !isOver) failed(error);
    },
  );
  const quiet = socket.listen(message => {
    if (message.type !== 'lobby') return;
    tell(isWhole ? message.tables : changed(tables ?? [], message.tables, message.closed));
    isWhole = false;
  });
  const stay = socket.onOpen(() => {
    isWhole = true;
    socket.ask({ do: 'lobby' }, false).catch(failed);
  });
  return () => {
    isOver = true;
    quiet();
    stay();
    if (socket.status.peek() === 'open')
      socket.ask({ do: 'unlobby' }, false).catch(() => undefined);
  };
}
