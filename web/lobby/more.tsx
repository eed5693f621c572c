/** The sections below the tables: a table to watch, the biggest hands, the user's last session,
 * sit-and-gos that are filling up, and the house bots. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { BigHandData, HandLine } from '../lib/api';
import { Avatar } from '../lib/parts/avatar';
import { number, tableName } from '../lib/i18n';
import { Icon } from '../lib/parts/icon';
import { me } from '../lib/net/me';
import { get } from '../lib/net/rest';
import { Link } from '../lib/frame/router';
import type { TournamentData } from '../lib/wire';
import { ofThisSession } from '../masa/session';
import { Live } from './live';
import { t } from './text';
import { styles } from '../lib/css';
import lobbySheet from './lobby.module.css';

const css = styles(lobbySheet);

/** The house bots by name. A test compares them with `STAFF` on the server. */
export const CHARACTERS = [
  'Ada',
  'Blaise',
  'Cem',
  'Daria',
  'Emil',
  'Fatma',
  'Gao',
  'Hana',
  'Ivo',
] as const;
const MOST_EVENTS = 3;
const MOST_BIG = 4;

export function More() {
  return (
    <div class={css('more')}>
      <div class={css('now')}>
        <Live />
        <BigHands />
        <Filling />
        {me.value && <LastSession />}
      </div>
      <section aria-labelledby="bots">
        <h2 id="bots">{t('meet_bots')}</h2>
        <ul class={css('characters')}>
          {CHARACTERS.map(name => (
            <li key={name} class="panel">
              <Avatar name={`${name} (bot)`} />
              <div>
                <strong>
                  <bdi>{name}</bdi>
                </strong>
                <p class="soft">{t(`bot.${name}`)}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** The biggest pots of the last day at public tables. Each links to its hand. */
function BigHands() {
  const hands = useSignal<BigHandData[]>([]);
  useEffect(() => {
    get<BigHandData[]>('lobby/big-hands').then(
      found => (hands.value = found),
      () => undefined,
    );
  }, []);
  return (
    <section class="panel" aria-labelledby="big-hands">
      <h2 id="big-hands">{t('big_hands')}</h2>
      {!hands.value.length && <p class="soft">{t('none_big')}</p>}
      <ul>
        {hands.value.slice(0, MOST_BIG).map(hand => (
          <li key={hand.id}>
            <Link to={`/hand/${hand.id}`}>
              <span>
                <bdi>{hand.winner ?? t('somebody')}</bdi>{' '}
                <span class="soft">
                  <bdi>{tableName(hand.table, hand.host ? hand.table : null)}</bdi>
                </span>
              </span>
              <span class="number">
                {t('won_bb', { n: number(Math.round(hand.pot / hand.big)) })}
              </span>
              <Icon name="next" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Tournaments that start when they are full, the fullest first. */
function Filling() {
  const events = useSignal<TournamentData[]>([]);
  useEffect(() => {
    get<TournamentData[]>('tournaments').then(
      found => (events.value = found.filter(one => one.kind === 'sitandgo' && one.open)),
      () => undefined,
    );
  }, []);
  const missing = (one: TournamentData) => one.most - one.entries;
  const shown = [...events.value].sort((a, b) => missing(a) - missing(b)).slice(0, MOST_EVENTS);
  return (
    <section class={css('panel filling')} aria-labelledby="filling">
      <h2 id="filling">{t('filling')}</h2>
      {!shown.length && <p class="soft">{t('none_filling')}</p>}
      <ul>
        {shown.map(one => (
          <li key={one.id}>
            <Link to={`/tournament/${one.id}`}>
              <bdi>{tableName(one.name)}</bdi>
              <span class="soft number">
                {t('entries', { entries: one.entries, most: one.most })} ·{' '}
                {t('in_chips', { chips: number(one.buy_in) })}
              </span>
              <Icon name="next" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The user's last hands that were played without a longer break. */
function LastSession() {
  const hands = useSignal<HandLine[]>([]);
  useEffect(() => {
    get<HandLine[]>('hands').then(
      found => (hands.value = found.filter(one => !one.tournament && !one.own_chips)),
      () => undefined,
    );
  }, []);
  const last = hands.value[0];
  const played = last ? hands.value.slice(0, ofThisSession(hands.value, last.ended)) : [];
  const net = played.reduce((sum, hand) => sum + (hand.net ?? 0), 0);
  return (
    <section class="panel" aria-labelledby="last-session">
      <h2 id="last-session">{t('last_session')}</h2>
      {last ? (
        <Link to="/hands">
          <span>{t('hands_played', { n: played.length })}</span>
          <strong class={`number ${net < 0 ? 'bad' : ''}`}>
            {net > 0 ? '+' : net < 0 ? '−' : ''}
            {number(Math.abs(net))}
          </strong>
          <Icon name="next" />
        </Link>
      ) : (
        <p class="soft">{t('no_session')}</p>
      )}
    </section>
  );
}
