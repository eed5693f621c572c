/** Live preview of a table. All visitors of the lobby get the same picture, at most once a second. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Avatar } from '../lib/parts/avatar';
import { Card, cardNames } from '../lib/parts/card';
import { number, tableName, shownName } from '../lib/i18n';
import { Link } from '../lib/frame/router';
import { socket } from '../lib/net/socket';
import type { LiveMessage, SeatData, ViewData } from '../lib/wire';
import { pathOf } from './table';
import { t } from './text';
import { styles } from '../lib/css';
import lobbySheet from './lobby.module.css';

const css = styles(lobbySheet);

const CARDS = 5;

export function Live() {
  const latest = useSignal<LiveMessage | null>(null);
  useEffect(() => {
    const ask = (value: boolean) => {
      if (socket.status.peek() === 'open')
        socket.ask({ do: 'watch_live_table', value }, false).catch(() => undefined);
    };
    // A hidden page needs no pictures.
    const look = () => ask(!document.hidden);
    document.addEventListener('visibilitychange', look);
    const offs = [
      socket.listen(message => {
        if (message.type === 'live') latest.value = message;
      }),
      socket.onOpen(look),
    ];
    return () => {
      document.removeEventListener('visibilitychange', look);
      for (const off of offs) off();
      ask(false);
    };
  }, []);
  const { masa, name, host, view } = latest.value ?? {};
  return (
    <section class={css('panel live')} aria-labelledby="live">
      <h2 id="live">{t('live')}</h2>
      {masa && view ? (
        <Link to={pathOf(masa)}>
          <span class="live-name">
            <bdi>{tableName(name ?? '', host ?? null)}</bdi>{' '}
            <span class="soft number">
              {number(view.blinds.small)}/{number(view.blinds.big)}
            </span>
          </span>
          <Board view={view} />
          <ul>
            {view.seats.map(seat => (
              <Seat key={seat.side} seat={seat} view={view} />
            ))}
          </ul>
        </Link>
      ) : (
        <p class="soft">{t('none_live')}</p>
      )}
    </section>
  );
}

function Board({ view }: { view: ViewData }) {
  const board = view.game?.board ?? [];
  return (
    <span class={css('live-board')}>
      <span class="row" role="img" aria-label={board.length ? cardNames(board) : t('no_board')}>
        {Array.from({ length: CARDS }, (_, at) =>
          board[at] ? (
            <Card key={at} card={board[at]} label="" />
          ) : (
            <span key={at} class={css('card slot')} />
          ),
        )}
      </span>
      <span class="number">{t('pot_of', { chips: number(view.game?.pot ?? 0) })}</span>
    </span>
  );
}

function Seat({ seat, view }: { seat: SeatData; view: ViewData }) {
  const player = view.game?.players.find(({ side }) => side === seat.side);
  const isOut = !player || player.role === 'F';
  return (
    <li class={css(`${isOut ? 'out' : ''} ${view.to_act === seat.side ? 'turn' : ''}`)}>
      <Avatar name={seat.name} />
      <bdi>{shownName(seat.name)}</bdi>
      <span class="number">{number(player?.stack ?? seat.stack)}</span>
    </li>
  );
}
