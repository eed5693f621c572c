/** The live state of a tournament: first over HTTP, then over the socket. */

import type { Detail } from '../lib/api';
import { withQuery } from '../lib/net/key';
import { me } from '../lib/net/me';
import { get, Refusal } from '../lib/net/rest';
import { socket } from '../lib/net/socket';
import type { TournamentEvent } from '../lib/wire';
import { mayChangeOptions, stateAfter, type TournamentState } from './fold';

interface Listener {
  state(now: TournamentState): void;
  onEvents(events: TournamentEvent[], now: TournamentState): void;
  onError(error: unknown): void;
}

/** Maximum random delay in milliseconds before pages ask again, so that a thousand pages do not ask
 * at the same time when a level rises. */
const SPREAD = 1500;

/** Calls *listener* with every new state, until the returned function is called. */
export function subscribe(id: string, key: string, listener: Listener): () => void {
  let state: TournamentState | null = null;
  let epoch = '';
  let seq = -1;
  let isOver = false;
  let timer = 0;

  const show = (now: TournamentState | null) => {
    if (now && !isOver) listener.state((state = now));
  };
  const fetched = async () => {
    const detail = await get<Detail>(withQuery(`tournaments/${id}`, key));
    const { tournament, figures, structure, prizes, tables, standings, next, you } = detail;
    return { tournament, figures, structure, prizes, tables, standings, next, you };
  };
  const archived = () =>
    fetched().then(
      found => show({ ...found, deal: null, at: performance.now() }),
      error => {
        if (!state && !isOver) listener.onError(error);
      },
    );
  const watch = (isAnew = false) => {
    const since = isAnew ? { epoch: '', seq: -1 } : { epoch, seq };
    socket
      .ask({ do: 'watch_tournament', tournament: id, key, ...since }, false)
      .catch((error: unknown) => {
        // A finished tournament has no subscription, but its archive can be read.
        if (!(error instanceof Refusal) || error.code !== 'OFFLINE') void archived();
      });
  };
  const askAgain = (isMine: boolean) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => watch(true), isMine ? 0 : Math.random() * SPREAD);
  };

  // The socket needs a few round trips more than this request. The first answer is shown.
  void fetched().then(
    found => {
      if (!state) show({ ...found, deal: null, at: performance.now() });
    },
    () => undefined,
  );
  const offs = [
    socket.listen(message => {
      if (!('id' in message) || message.id !== id) return;
      switch (message.type) {
        case 'tournament':
          ({ epoch, seq } = message);
          show(stateAfter(state, message, performance.now()));
          break;
        case 'standings':
          show(stateAfter(state, message, performance.now()));
          break;
        case 'tournament_events': {
          if (message.seq <= seq) break;
          if (message.seq > seq + 1) {
            watch();
            break;
          }
          seq = message.seq;
          show(stateAfter(state, message, performance.now()));
          if (state && !isOver) listener.onEvents(message.events, state);
          const [name, you] = [me.peek()?.name ?? '', state?.you ?? null];
          const mine = message.events.filter(event => mayChangeOptions(event, you, name));
          if (mine.length) askAgain(mine.some(event => 'name' in event || 'players' in event));
          break;
        }
      }
    }),
    socket.onOpen(() => watch()),
  ];
  return () => {
    isOver = true;
    clearTimeout(timer);
    for (const off of offs) off();
    if (socket.status.peek() === 'open')
      socket.ask({ do: 'unwatch_tournament', tournament: id }, false).catch(() => undefined);
  };
}
