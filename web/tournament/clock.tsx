/** The large tournament clock. */

import { usePageClock } from '../lib/page_clock';
import { dateAndTime, number, ordinal, shownName } from '../lib/i18n';
import { blindsText, clockText, inBlinds, levelLeft, levelPercent, restLeft } from '../lib/level';
import type { TournamentFigures } from '../lib/wire';
import type { TournamentCtrl } from './ctrl';
import type { TournamentState } from './fold';
import { t, type TextKey } from './text';
import { styles } from '../lib/css';
import tournamentSheet from './tournament.module.css';

const css = styles(tournamentSheet);

export function Clock({ ctrl }: { ctrl: TournamentCtrl }) {
  const state = ctrl.state.value!;
  const { status } = state.tournament;
  return (
    <section class={css('clock-card')} aria-label={t('clock')}>
      {status === 'registering' ? (
        <ToStart state={state} />
      ) : status === 'ended' || status === 'cancelled' ? (
        <Ended state={state} />
      ) : (
        state.figures && <Level figures={state.figures} at={state.at} />
      )}
    </section>
  );
}

/** Countdown to the start, or the number of players until it is full. */
function ToStart({ state }: { state: TournamentState }) {
  const now = usePageClock();
  const { starts, entries, most, least, date, dates, bots } = state.tournament;
  const botsIn = state.figures?.bots_in;
  if (starts === null)
    return (
      <>
        <p class={css('caption')}>{t(bots ? 'starts_full_bots' : 'starts_full')}</p>
        <p class={css('big number')}>
          {number(entries)}
          <span class={css('of')}> / {number(most)}</span>
        </p>
        <Bar part={Math.round((100 * entries) / most)} />
        <p class="below">
          {entries < most ? t('to_come', { n: most - entries }) : t('starting')}
          {botsIn != null && (
            <> · {t('bots_in', { time: clockText(Math.max(0, botsIn - (now - state.at))) })}</>
          )}
        </p>
      </>
    );
  const left = Math.max(0, starts - Date.now());
  return (
    <>
      <p class={css('caption')}>{t('starts_in')}</p>
      <p class={css('big number')} role="timer">
        {clockText(left)}
      </p>
      <p class="below">
        {dateAndTime(starts)}
        {entries < least && <> · {t('needs', { n: least })}</>}
        {date && dates && <> · {t('date_of', { n: date, of: dates })}</>}
      </p>
    </>
  );
}

function Ended({ state }: { state: TournamentState }) {
  const { tournament, standings } = state;
  const winner = standings.find(({ place }) => place === 1);
  if (tournament.status === 'cancelled' || !winner)
    return (
      <>
        <p class={css('caption')}>{t('status.cancelled')}</p>
        <p class="below">{t('cancelled_words')}</p>
      </>
    );
  return (
    <>
      <p class={css('caption')}>{t('winner')}</p>
      <p class={css('big name')}>
        <bdi>{shownName(winner.name)}</bdi>
      </p>
      <p class="below">
        {winner.prize > 0 && t('won', { prize: number(winner.prize) })}
        {tournament.ended !== null && <> · {dateAndTime(tournament.ended)}</>}
      </p>
    </>
  );
}

function Level({ figures, at }: { figures: TournamentFigures; at: number }) {
  const since = usePageClock() - at;
  const rest = restLeft(figures, since);
  const left = levelLeft(figures, since);
  const isPaused = figures.status === 'paused';
  return (
    <>
      <p class={css('caption')}>
        {isPaused ? t('status.paused') : rest ? t('break') : t('level', { level: figures.level })}
        {!rest && figures.hand_for_hand && <span class={css('chip')}>{t('hand_for_hand')}</span>}
        {!rest && !figures.hand_for_hand && figures.final_table && (
          <span class={css('chip')}>{t('final_table')}</span>
        )}
      </p>
      <p class={css('big number')} role="timer">
        {rest
          ? clockText(rest)
          : left !== null
            ? clockText(left)
            : t(`count.${figures.rises}` as TextKey, {
                done: figures.done,
                every: figures.every,
              })}
      </p>
      <Bar part={rest ? 0 : levelPercent(figures, since)} />
      <dl class={css('blinds')}>
        <div>
          <dt>{t(rest ? 'after_break' : 'blinds')}</dt>
          <dd class="number">{blindsText(figures.blinds, number)}</dd>
        </div>
        <div>
          <dt>{t('next_level')}</dt>
          <dd class="number">{blindsText(figures.next_blinds, number)}</dd>
        </div>
      </dl>
    </>
  );
}

function Bar({ part }: { part: number }) {
  return (
    <span class={css('bar')} aria-hidden="true">
      <span style={{ transform: `scaleX(${part / 100})` }} />
    </span>
  );
}

/** The key figures of the tournament. */
export function Facts({ ctrl }: { ctrl: TournamentCtrl }) {
  const { tournament, figures, at } = ctrl.state.value!;
  const isWaiting = tournament.status === 'registering';
  const mine = ctrl.mine.value;
  const big = figures?.blinds.big ?? 0;
  const inBB = (chips: number) => (big ? t('in_bb', { n: inBlinds(chips, big) }) : '');
  // The figures that exist before and after the start come first, so that they keep their places.
  const facts: [label: string, value: string, more?: string][] = [];
  if (isWaiting)
    facts.push([t('entrants'), `${number(tournament.entries)} / ${number(tournament.most)}`]);
  else if (figures && !ctrl.isOver.value)
    facts.push([t('players_left'), `${number(figures.left)} / ${number(figures.entries)}`]);
  else facts.push([t('entrants'), number(tournament.entries)]);
  facts.push([t('pool'), number(tournament.pool)]);
  facts.push([t('buy_in'), tournament.buy_in ? number(tournament.buy_in) : t('free')]);
  if (tournament.bounty) facts.push([t('bounty'), number(tournament.bounty)]);
  if (tournament.paid_places) facts.push([t('paid_places'), number(tournament.paid_places)]);
  if (mine?.status === 'playing' && mine.place !== null && figures) {
    facts.push([
      t('your_place'),
      t('place_of', { place: ordinal(mine.place), n: number(figures.left) }),
    ]);
    facts.push([t('your_stack'), number(mine.stack), inBB(mine.stack)]);
  }
  if (isWaiting) facts.push([t('start_stack'), number(tournament.stack), inBB(tournament.stack)]);
  else if (figures && !ctrl.isOver.value) {
    facts.push([t('average'), number(figures.average), inBB(figures.average)]);
    facts.push([t('largest'), number(figures.largest), inBB(figures.largest)]);
  }
  if (figures?.next_prize) facts.push([t('next_prize'), number(figures.next_prize)]);
  return (
    <dl class={css('facts')}>
      {facts.map(([label, value, more]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd class="number">
            {value}
            {more && <span class="soft"> {more}</span>}
          </dd>
        </div>
      ))}
      {figures?.next_break != null && !ctrl.isOver.value && !isWaiting && (
        <NextBreak figures={figures} at={at} />
      )}
    </dl>
  );
}

function NextBreak({ figures, at }: { figures: TournamentFigures; at: number }) {
  const since = usePageClock() - at;
  const played = figures.status === 'running' ? Math.max(0, since - figures.rest) : 0;
  return (
    <div>
      <dt>{t('next_break')}</dt>
      <dd class="number">{clockText(Math.max(0, figures.next_break! - played))}</dd>
    </div>
  );
}
