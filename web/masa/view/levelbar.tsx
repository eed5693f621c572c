/** The tournament line above the table: level, time to the next level, place and stack. */

import { number, ordinal } from '../../lib/i18n';
import { withKey } from '../../lib/net/key';
import { lazy } from '../../lib/parts/lazy';
import {
  blindsText,
  clockText,
  inBlinds,
  levelLeft,
  levelPercent,
  restLeft,
} from '../../lib/level';
import { Link } from '../../lib/frame/router';
import { usePageClock } from '../../lib/page_clock';
import type { TableTournamentData } from '../../lib/wire';
import type { Ctrl } from '../ctrl';
import { t, type TextKey } from '../text';
import { styles } from '../../lib/css';
import masaSheet from '../masa.module.css';

const css = styles(masaSheet);

interface Props {
  ctrl: Ctrl;
  event: TableTournamentData;
}

export function LevelBar({ ctrl, event }: Props) {
  const since = usePageClock() - ctrl.roomAt.value;
  const { level, blinds, left } = event;
  const place = ctrl.place.value;
  const seat = ctrl.seat.value;
  const stack = ctrl.player.value?.stack ?? seat?.stack ?? 0;
  const rest = restLeft(event, since);
  return (
    <div class={css('level-bar')}>
      <Link to={withKey(`/tournament/${event.id}`, ctrl.key)} class={css('level-line')}>
        <span>
          <span class="unseen">{t('level', { level })} </span>
          <span class={css('soft long')} aria-hidden="true">
            {t('level', { level })}
          </span>
          <span class={css('soft short')} aria-hidden="true">
            {t('level_short', { level })}
          </span>{' '}
          <strong class="number">{blindsText(blinds, number)}</strong>
        </span>
        <span>
          <span class="unseen">{t(rest ? 'break' : 'to_next')} </span>
          <strong class="number">{timeText(event, since)}</strong>
          <span class={css('soft number long')}>
            {' '}
            {t('next_blinds', { blinds: blindsText(event.next_blinds, number) })}
          </span>
        </span>
        <span>
          <span class="unseen">{t('place')} </span>
          {place ? (
            <>
              {/* The full text for screen readers, even on narrow screens. */}
              <span class="unseen">
                {t('place_of', { place: ordinal(place), left: number(left) })}
              </span>
              <strong class={css('number long')} aria-hidden="true">
                {t('place_of', { place: ordinal(place), left: number(left) })}
              </strong>
              <strong class={css('number short')} aria-hidden="true">
                {t('place_short', { place: number(place), left: number(left) })}
              </strong>
            </>
          ) : (
            <span class="number">{t('players_left', { left: number(left) })}</span>
          )}
        </span>
        {seat && (
          <span>
            <span class="unseen">{t('your_stack')} </span>
            <strong class="number">
              {t('in_bb', { blinds: inBlinds(stack, ctrl.big.value) })}
            </strong>
          </span>
        )}
        <span class={css('level-part')} aria-hidden="true">
          <span style={{ transform: `scaleX(${levelPercent(event, since) / 100})` }} />
        </span>
      </Link>
      <TournamentControls
        key={event.id}
        id={event.id}
        masa={ctrl.id}
        tableKey={ctrl.key}
        stack={seat ? seat.stack : null}
      />
    </div>
  );
}

function timeText(event: TableTournamentData, since: number): string {
  const left = restLeft(event, since) || levelLeft(event, since);
  if (left !== null) return clockText(left);
  const { rises, done, every } = event;
  return t(`count.${rises}` as TextKey, { done, every });
}

/** Rebuys, deals and following a player need the whole tournament. Their code is fetched after the
 * table. */
const TournamentControls = lazy(() =>
  import('../../tournament/at_table').then(found => found.TournamentControls),
);
