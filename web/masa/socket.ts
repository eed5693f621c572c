/** The messages of one table, put in order and given to the controller.
 *
 * Every batch has a number one higher than the last. After a gap, or a lost connection, what was
 * missed is asked for; the server tells the rest, or how everything stands. */

import { endsTurn } from '../lib/held';
import { refusalText } from '../lib/i18n';
import { refreshMe } from '../lib/me';
import { get } from '../lib/rest';
import { holds } from '../lib/seats';
import { socket } from '../lib/socket';
import type { ChatMessage, ClockData, Message } from '../lib/wire';
import { toast } from '../lib/toast';
import type { Ctrl } from './ctrl';
import { t } from './text';

export function attach(ctrl: Ctrl): () => void {
  let epoch = '';
  let seq = -1;

  const watch = (isAnew = false) => {
    const since = isAnew ? { epoch: '', seq: -1 } : { epoch, seq };
    socket.ask({ do: 'watch', masa: ctrl.id, key: ctrl.key, ...since }, false).catch(refused => {
      if (refused?.code === 'OFFLINE') return;
      ctrl.state.value = refused?.code === 'CLOSED' ? 'closed' : 'missing';
    });
  };
  ctrl.resync = () => watch(true);

  const timed = ({ sides, left, total, bank }: ClockData) => {
    ctrl.clock.value = { sides, until: performance.now() + left, total, bank };
  };

  const hear = (message: Message) => {
    if (!('masa' in message) || message.masa !== ctrl.id) return;
    switch (message.type) {
      case 'view':
      case 'joined_table':
        ({ epoch, seq } = message);
        ctrl.state.value = 'here';
        ctrl.around(message.room);
        ctrl.turnIsOver();
        ctrl.clock.value = null;
        if (message.type === 'joined_table') ctrl.isWaiting.value = false;
        ctrl.stage.reset(message.view);
        ctrl.arrived(message.view);
        break;
      case 'events':
        if (message.seq <= seq) break;
        if (message.seq > seq + 1) {
          watch();
          break;
        }
        seq = message.seq;
        if (message.clock) timed(message.clock);
        for (const event of message.events) {
          ctrl.stage.play(event);
          ctrl.stage.play(() => {
            if (endsTurn(event, ctrl.you.peek())) ctrl.turnIsOver();
          });
        }
        break;
      case 'private':
        ctrl.stage.play(...message.events);
        break;
      case 'act':
        // After everything before it was seen, so that nobody acts on an old picture.
        ctrl.stage.play(() => ctrl.offered(message));
        break;
      case 'clock':
        timed(message);
        break;
      case 'room':
        ctrl.around(message.room);
        break;
      case 'chat':
        ctrl.heard(message);
        break;
      case 'closed':
        ctrl.state.value = message.kicked ? 'kicked' : 'closed';
        break;
      case 'left_table':
        toast(t('left_with', { amount: ctrl.chips(message.stack) }));
        void refreshMe();
        break;
      case 'refused':
        // A side that came and could not be taken.
        ctrl.isWaiting.value = false;
        toast(refusalText(message.code, message.words), true);
        break;
    }
  };

  const recentChat = async () => {
    const key = ctrl.key ? `?key=${encodeURIComponent(ctrl.key)}` : '';
    const lines = await get<Omit<ChatMessage, 'type' | 'masa'>[]>(`tables/${ctrl.id}/chat${key}`);
    const told = lines.map(line => ({ ...line, type: 'chat' as const, masa: ctrl.id }));
    const known = new Set(told.map(line => line.chat));
    ctrl.chat.value = [...told, ...ctrl.chat.peek().filter(line => !known.has(line.chat))];
  };

  const offs = [
    socket.listen(hear),
    socket.onOpen(() => {
      watch();
      recentChat().catch(() => undefined);
    }),
  ];
  return () => {
    for (const off of offs) off();
    // Who sits here, or waits for a side, goes on being there.
    if (holds(ctrl.id) || ctrl.isWaiting.peek()) return;
    if (socket.status.peek() === 'open')
      socket.ask({ do: 'unwatch', masa: ctrl.id }).catch(() => undefined);
  };
}
