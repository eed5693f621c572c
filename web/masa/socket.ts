/** Passes the messages of one table to its controller, in order.
 *
 * Batches of events are numbered. After a gap or a lost connection the client asks from its last number
 * on, and the server sends the missing events or the whole view. */

import type { Detail } from '../lib/api';
import { setTablePage } from '../lib/frame/entry';
import { endsTurn } from '../lib/net/own_seat';
import { refusalText } from '../lib/i18n';
import { refreshMe } from '../lib/net/me';
import { withKey, withQuery } from '../lib/net/key';
import { get } from '../lib/net/rest';
import { go, path } from '../lib/frame/router';
import { hasSeatAt } from '../lib/frame/own_tables';
import { socket } from '../lib/net/socket';
import type { ChatMessage, ClockData, Message } from '../lib/wire';
import { toast } from '../lib/parts/toast';
import { rememberTable } from './visited_tables';
import { followedName, tablePath, tournamentOf, nextTable } from '../tournament/next_table';
import type { Ctrl } from './ctrl';
import { t } from './text';

/** Milliseconds for which the end of a hand is shown before the page changes. */
const LOOK_TIME = 1200;
/** Upper limit in milliseconds for that wait, including events that are still being drawn. */
const MAX_WAIT = 12_000;

export function attach(ctrl: Ctrl): () => void {
  let epoch = '';
  let seq = -1;

  const watch = (isAnew = false) => {
    const since = isAnew ? { epoch: '', seq: -1 } : { epoch, seq };
    socket.ask({ do: 'watch', masa: ctrl.id, key: ctrl.key, ...since }, false).catch(refused => {
      if (refused?.code === 'OFFLINE') return;
      gone(refused?.code === 'CLOSED' ? 'closed' : 'missing');
    });
  };
  ctrl.resync = () => watch(true);

  /** Calls *then* after all received events were drawn and shown for a moment. */
  const after = (then: () => void, delay = LOOK_TIME) => {
    let isDone = false;
    const once = () => {
      if (!isDone) then();
      isDone = true;
    };
    ctrl.animator.play(() => setTimeout(once, delay));
    setTimeout(once, MAX_WAIT);
  };
  const tournament = () => ctrl.event.peek()?.id ?? tournamentOf(ctrl.id);
  const isHere = () => path.peek() === `/masa/${ctrl.id}`;

  /** Goes to the right table after a tournament table was closed: the user's own table, the table
   * of the followed player, or the final table. Otherwise to the tournament's page. */
  const gone = (how: 'closed' | 'missing') => {
    const id = tournament();
    if (!id) {
      ctrl.state.value = how;
      return;
    }
    const leave = () => {
      if (!isHere()) return;
      lookForTable(id).then(
        () => isHere() && go(withKey(`/tournament/${id}`, ctrl.key), true),
        () => (ctrl.state.value = how),
      );
    };
    if (ctrl.state.peek() === 'loading') leave();
    else after(leave, 2 * LOOK_TIME);
  };

  /** A seated user may be moved to another table while the connection is lost. */
  let wasSeated = false;
  const lookForTable = async (id: string) => {
    const name = followedName(location.search);
    const found = await get<Detail>(withQuery(`tournaments/${id}`, ctrl.key));
    const to = nextTable(ctrl.id, found, name);
    if (to && isHere()) go(tablePath(to, ctrl.key, name), true);
  };

  const setClock = ({ sides, left, total, bank }: ClockData) => {
    ctrl.clock.value = { sides, until: performance.now() + left, total, bank };
  };

  const hear = (message: Message) => {
    if (!('masa' in message) || message.masa !== ctrl.id) return;
    switch (message.type) {
      case 'view':
      case 'joined_table':
        ({ epoch, seq } = message);
        ctrl.state.value = 'here';
        ctrl.onRoom(message.room);
        ctrl.endTurn();
        ctrl.clock.value = null;
        if (message.type === 'joined_table') {
          ctrl.isWaiting.value = false;
          if (message.room.host) rememberTable(ctrl.id);
        }
        ctrl.animator.reset(message.view);
        ctrl.onView(message.view);
        if (message.room.tournament && message.view.you === null && wasSeated)
          lookForTable(message.room.tournament.id).catch(() => undefined);
        wasSeated = message.view.you !== null;
        break;
      case 'events':
        if (message.seq <= seq) break;
        if (message.seq > seq + 1) {
          watch();
          break;
        }
        seq = message.seq;
        if (message.clock) setClock(message.clock);
        for (const event of message.events) {
          // Before the event is drawn, because an all-in is drawn for several seconds.
          ctrl.animator.play(() => {
            if (endsTurn(event, ctrl.you.peek())) ctrl.endTurn();
          }, event);
        }
        break;
      case 'private':
        ctrl.animator.play(...message.events);
        break;
      case 'act':
        // The turn starts after all earlier events were drawn, so that the user acts on the current
        // picture.
        ctrl.animator.play(() => ctrl.onTurn(message));
        break;
      case 'clock':
        setClock(message);
        break;
      case 'room':
        ctrl.onRoom(message.room);
        break;
      case 'chat':
        ctrl.onChat(message);
        break;
      case 'closed':
        if (message.kicked) ctrl.state.value = 'kicked';
        else gone('closed');
        break;
      case 'left_table':
        if (!tournament()) toast(t('left_with', { amount: ctrl.chips(message.stack) }));
        void refreshMe();
        break;
      case 'refused':
        // A side became free for the waiting user, but could not be taken.
        ctrl.isWaiting.value = false;
        toast(refusalText(message.code, message.message), true);
        break;
    }
  };

  const recentChat = async () => {
    const lines = await get<Omit<ChatMessage, 'type' | 'masa'>[]>(
      withQuery(`tables/${ctrl.id}/chat`, ctrl.key),
    );
    const stored = lines.map(line => ({ ...line, type: 'chat' as const, masa: ctrl.id }));
    const known = new Set(stored.map(line => line.chat));
    ctrl.chat.value = [...stored, ...ctrl.chat.peek().filter(line => !known.has(line.chat))];
  };

  const keep = () => ctrl.keepLines();
  addEventListener('pagehide', keep);
  const offs = [
    () => removeEventListener('pagehide', keep),
    setTablePage({ tournament, after }),
    socket.listen(hear),
    socket.onOpen(() => {
      watch();
      recentChat().catch(() => undefined);
    }),
  ];
  return () => {
    for (const off of offs) off();
    // Seated and waiting users keep watching the table.
    if (hasSeatAt(ctrl.id) || ctrl.isWaiting.peek()) return;
    if (socket.status.peek() === 'open')
      socket.ask({ do: 'unwatch', masa: ctrl.id }).catch(() => undefined);
  };
}
