/** The dialog with the user's result in a tournament. It opens on any page, after the hand was
 * shown. */

import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import type { Detail } from '../lib/api';
import { interrupt } from '../lib/parts/announce';
import { Dialog } from '../lib/parts/dialog';
import { number, ordinal, tableName } from '../lib/i18n';
import { refreshMe } from '../lib/net/me';
import { get } from '../lib/net/rest';
import { go } from '../lib/frame/router';
import { socket } from '../lib/net/socket';
import { play as sound } from '../lib/sound';
import { trying } from '../lib/parts/toast';
import type { TournamentOverMessage } from '../lib/wire';
import { t } from './text';
import { styles } from '../lib/css';
import outcomeSheet from './outcome.module.css';

const css = styles(outcomeSheet);

interface Props {
  over: TournamentOverMessage;
  close(): void;
}

export function Result({ over, close }: Props) {
  const { id, place, entries, prize, bounties, points } = over;
  const name = useSignal('');
  const isWinner = place === 1;
  const title = isWinner ? t('you_won') : t('you_are_out', { place: ordinal(place ?? entries) });
  useEffect(() => {
    interrupt(`${title}${prize ? ` ${t('you_win', { prize: number(prize) })}` : ''}`);
    if (isWinner || prize) sound('win');
    get<Detail>(`tournaments/${id}`).then(
      ({ tournament }) => (name.value = tableName(tournament.name, tournament.host)),
      () => undefined,
    );
  }, []);
  const enter = async () => {
    await socket.ask({ do: 'register', tournament: id });
    void refreshMe().catch(() => undefined);
    close();
  };
  const leave = (to: string) => {
    close();
    go(to);
  };
  return (
    <Dialog title={title} close={close} class={css(isWinner ? 'over won' : 'over')}>
      {/* The focus starts here and not on the close button. */}
      <div class={css('over-place')} tabIndex={-1} autofocus>
        <Medal place={place ?? entries} />
        <p>
          {t('place_among', { place: ordinal(place ?? entries), n: number(entries) })}
          {name.value && (
            <span class="soft">
              <bdi>{name.value}</bdi>
            </span>
          )}
        </p>
      </div>
      <dl class={css('over-won')}>
        {prize > 0 && (
          <div>
            <dt>{t('column.prize')}</dt>
            <dd class="number">{number(prize)}</dd>
          </div>
        )}
        {bounties > 0 && (
          <div>
            <dt>{t('column.bounties')}</dt>
            <dd class="number">{number(bounties)}</dd>
          </div>
        )}
        {points > 0 && (
          <div>
            <dt>{t('column.points')}</dt>
            <dd class="number">{number(points)}</dd>
          </div>
        )}
      </dl>
      {!prize && !isWinner && (
        <p class={css('over-words')}>
          {t(over.may_re_enter ? 'prizes_later_words' : 'no_prize_words')}
        </p>
      )}
      <div class={css('over-buttons')}>
        {over.may_re_enter && (
          <button type="button" class="main" onClick={() => void trying(enter())}>
            {t('enter_again')}
          </button>
        )}
        <button
          type="button"
          class={css(over.may_re_enter ? '' : 'main')}
          data-act="results"
          onClick={() => leave(`/tournament/${id}`)}
        >
          {t(over.is_final ? 'see_results' : 'see_tournament')}
        </button>
        {!over.is_final && (
          <button type="button" onClick={close}>
            {t('watch_on')}
          </button>
        )}
        <button type="button" onClick={() => leave('/tournaments')}>
          {t('other_tournaments')}
        </button>
      </div>
    </Dialog>
  );
}

/** Gold, silver and bronze for the first three places, plain for all others. */
function Medal({ place }: { place: number }) {
  const kind = { 1: 'gold', 2: 'silver', 3: 'bronze' }[place] ?? 'plain';
  return (
    <svg class={css(`medal ${kind}`)} viewBox="0 0 64 72" aria-hidden="true">
      <path class={css('ribbon')} d="M18 0h12l8 26H26zM46 0H34l-8 26h12z" />
      <circle cx="32" cy="46" r="24" />
      <circle class={css('rim')} cx="32" cy="46" r="19" />
      <text x="32" y="54" text-anchor="middle">
        {place}
      </text>
    </svg>
  );
}
