/** The list of tournaments. Each row links to a page, with a button to register. */

import { usePageClock } from '../lib/page_clock';
import { Empty, Waiting } from '../lib/parts/empty';
import { dateAndTime, number, tableName } from '../lib/i18n';
import { Icon } from '../lib/parts/icon';
import { blindsText, clockText } from '../lib/level';
import { nameError } from '../lib/net/me';
import { errorText } from '../lib/net/rest';
import { Link } from '../lib/frame/router';
import { toast } from '../lib/parts/toast';
import type { TournamentsCtrl } from './ctrl';
import { EVERYTHING, isFiltered, type Event } from './filter';
import { t } from './text';
import { styles } from '../lib/css';
import listSheet from '../lib/parts/list.module.css';
import tournamentsSheet from './tournaments.module.css';

const css = styles(listSheet, tournamentsSheet);

interface Props {
  ctrl: TournamentsCtrl;
}

const DAY = 86_400_000;

export function List({ ctrl }: Props) {
  const { listed, shown, filter, failure } = ctrl;
  if (listed.value === null) return <Waiting text={t('looking')} failure={failure.value} />;
  if (!shown.value.length)
    return (
      <Empty
        icon="flag"
        text={t(`none.${filter.value.when}`)}
        action={isFiltered(filter.value) && t('clear')}
        act={() => ctrl.narrow(EVERYTHING)}
      />
    );
  return (
    <ul class={css('panel list')}>
      {shown.value.map(event => (
        <Row key={event.id} ctrl={ctrl} event={event} />
      ))}
    </ul>
  );
}

function Row({ ctrl, event }: Props & { event: Event }) {
  const name = tableName(event.name, event.host);
  const register = () =>
    ctrl.register(event).catch((error: unknown) => {
      if (!nameError.peek()) toast(errorText(error), true);
    });
  const isOver = event.ended !== null;
  return (
    <li>
      <div class={css('name')}>
        <Link to={`/tournament/${event.id}`}>
          <bdi>{name}</bdi>
        </Link>
        <span class="soft">
          {words(event)}
          {event.host && (
            <>
              {' · '}
              <bdi>{t('host', { name: event.host })}</bdi>
            </>
          )}
        </span>
      </div>
      <span class={css('buy-in number')}>
        <span class={css('label')}>{t('column.buy_in')} </span>
        {event.buy_in ? number(event.buy_in) : t('free')}
      </span>
      <span class={css('entries number')}>
        <Icon name="people" />
        <span class="unseen">{t('column.entries')} </span>
        {players(event)}
      </span>
      <span class={css('when number')}>
        <When event={event} />
      </span>
      <span class={css('do')}>
        {event.open && !isOver && (
          <button
            type="button"
            class="main small"
            aria-label={t('register_for', { name })}
            aria-busy={ctrl.entering.value === event.id}
            onClick={() => void register()}
          >
            {t('register')}
          </button>
        )}
      </span>
    </li>
  );
}

/** A larger limit of entrants is not shown, because it is never reached. */
const NO_LIMIT = 1000;

/** Number of entrants, remaining players, or entrants of a finished tournament. */
function players({ status, entries, most, left, started, ended }: Event): string {
  if (ended !== null) return number(entries);
  if (started !== null && status !== 'registering') return `${number(left)}/${number(entries)}`;
  return most < NO_LIMIT ? `${number(entries)}/${number(most)}` : number(entries);
}

function words(event: Event): string {
  return [
    t(`kind.${event.kind}`),
    event.late_levels > 0 && event.started === null ? t('late') : '',
    event.re_entries > 0 ? t('re_entry') : '',
    event.rebuys > 0 ? t('rebuys') : '',
    event.bounty > 0 ? t('bounty') : '',
    event.bots ? t('bots_fill') : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** A countdown, the number of entrants that are missing, or the current level. */
function When({ event }: { event: Event }) {
  if (event.status === 'cancelled') return <>{t('cancelled')}</>;
  if (event.ended !== null) return <>{dateAndTime(event.ended)}</>;
  if (event.status !== 'registering')
    return (
      <>
        {event.status === 'paused' ? t('paused') : t('level', { level: event.level })}
        <span class="soft"> {blindsText(event.blinds, number)}</span>
      </>
    );
  if (event.starts === null) {
    const missing = event.most - event.entries;
    return <>{missing ? t('to_come', { n: missing }) : t('starting')}</>;
  }
  return <Countdown starts={event.starts} />;
}

function Countdown({ starts }: { starts: number }) {
  usePageClock();
  const left = starts - Date.now();
  if (left <= 0) return <>{t('starting')}</>;
  if (left > DAY) return <>{dateAndTime(starts)}</>;
  return (
    <>
      {t('in', { time: clockText(left) })}
      <span class="soft"> {dateAndTime(starts)}</span>
    </>
  );
}
