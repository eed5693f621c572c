/** A league of bots: standings by season, results of each pair, and all games. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { LeagueData } from '../lib/api';
import { number, ordinal, shownName } from '../lib/i18n';
import { keyOf, withKey } from '../lib/net/key';
import { get, Refusal, errorText } from '../lib/net/rest';
import { Link, type Place } from '../lib/frame/router';
import { Shell } from '../lib/frame/shell';
import { Tabs } from '../lib/parts/tabs';
import { useTitle } from '../lib/frame/title';
import { socket } from '../lib/net/socket';
import { t } from './text';
import { styles } from '../lib/css';
import leagueSheet from './league.module.css';

const css = styles(leagueSheet);

export default function LeaguePage({ place }: { place: Place }) {
  const id = place.params.id!;
  const key = keyOf(location);
  const league = useSignal<LeagueData | null>(null);
  const season = useSignal<number | null>(null);
  const failure = useSignal('');
  const fetchIt = () => {
    const asked = season.peek();
    const query = new URLSearchParams({
      ...(key ? { key } : {}),
      ...(asked ? { season: String(asked) } : {}),
    });
    return get<LeagueData>(`leagues/${id}?${query.toString()}`).then(
      found => (league.value = found),
      (error: unknown) => {
        const isMissing = error instanceof Refusal && error.code === 'NOT_FOUND';
        failure.value = isMissing ? t('missing') : errorText(error);
      },
    );
  };
  useEffect(() => void fetchIt(), [season.value]);
  const now = league.value?.now ?? null;
  // Standings are fetched again after every game.
  useEffect(() => {
    if (!now) return;
    const off = socket.listen(message => {
      if (message.type !== 'tournament_events' || message.id !== now) return;
      if (message.events.some(({ event }) => event === 'finished')) void fetchIt();
    });
    const stay = socket.onOpen(() =>
      socket.ask({ do: 'watch_tournament', tournament: now, key }, false).catch(() => undefined),
    );
    return () => {
      off();
      stay();
      if (socket.status.peek() === 'open')
        socket.ask({ do: 'unwatch_tournament', tournament: now }, false).catch(() => undefined);
    };
  }, [now]);
  useTitle(`${league.value?.name ?? t('league')} · pokermasa`);
  return (
    <Shell>
      <div class={css('league')}>
        <Tabs />
        {league.value ? (
          <Whole
            league={league.value}
            path={to => withKey(to, key)}
            choose={n => (season.value = n)}
          />
        ) : (
          <section class="panel" aria-busy={!failure.value}>
            <h1>{failure.value || t('loading')}</h1>
          </section>
        )}
      </div>
    </Shell>
  );
}

interface Props {
  league: LeagueData;
  path(to: string): string;
}

function Whole({ league, path, choose }: Props & { choose(season: number): void }) {
  const done = league.played.filter(({ ended }) => ended !== null).length;
  return (
    <>
      <header>
        <h1>
          <bdi>{league.name}</bdi>
        </h1>
        <p class="soft">
          {t('played', { n: done, games: league.games })}
          {league.host && (
            <>
              {' · '}
              <bdi>{t('host', { name: league.host })}</bdi>
            </>
          )}
        </p>
        <p class="row">
          {league.seasons > 1 && (
            <select
              aria-label={t('season')}
              value={String(league.season)}
              onChange={event => choose(Number(event.currentTarget.value))}
            >
              {Array.from({ length: league.seasons }, (_, n) => (
                <option key={n} value={String(n + 1)}>
                  {t('season_n', { n: n + 1 })}
                </option>
              ))}
            </select>
          )}
          {league.now && (
            <Link to={path(`/tournament/${league.now}`)} class="button main">
              {t('now')}
            </Link>
          )}
        </p>
      </header>
      {league.standings.length ? (
        <>
          <Standings league={league} />
          <HeadToHead league={league} />
          <Games league={league} path={path} />
        </>
      ) : (
        <p class="panel soft">{t('nobody')}</p>
      )}
    </>
  );
}

function Standings({ league }: { league: LeagueData }) {
  const hasFaults = league.standings.some(({ late, wrong }) => late || wrong);
  return (
    <section class="panel" aria-labelledby="table">
      <h2 id="table">{t('table')}</h2>
      <div class={css('scroll')} tabIndex={0} role="group" aria-labelledby="table">
        <table class={css('rows')}>
          <thead>
            <tr>
              <th scope="col">{t('column.place')}</th>
              <th scope="col">{t('column.name')}</th>
              <th scope="col">{t('column.points')}</th>
              <th scope="col">{t('column.games')}</th>
              <th scope="col">{t('column.average')}</th>
              <th scope="col">{t('column.wins')}</th>
              <th scope="col">{t('column.best')}</th>
              {hasFaults && <th scope="col">{t('column.late')}</th>}
              {hasFaults && <th scope="col">{t('column.wrong')}</th>}
            </tr>
          </thead>
          <tbody>
            {league.standings.map((row, index) => (
              <tr key={row.name}>
                <td class="number">{ordinal(index + 1)}</td>
                <th scope="row">
                  <bdi>{shownName(row.name)}</bdi>
                </th>
                <td class={css('number strong')}>{number(row.points)}</td>
                <td class="number">{number(row.games)}</td>
                <td class="number">{row.games ? (row.points / row.games).toFixed(1) : '–'}</td>
                <td class="number">{number(row.wins)}</td>
                <td class="number">{row.best ? ordinal(row.best) : '–'}</td>
                {hasFaults && <td class="number">{number(row.late)}</td>}
                {hasFaults && <td class="number">{number(row.wrong)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function HeadToHead({ league }: { league: LeagueData }) {
  const names = league.standings.map(({ name }) => name);
  if (names.length < 2) return null;
  return (
    <section class="panel" aria-labelledby="heads">
      <h2 id="heads">{t('head_to_head')}</h2>
      <p class="soft">{t('head_words')}</p>
      <div class={css('scroll')} tabIndex={0} role="group" aria-labelledby="heads">
        <table class={css('rows')}>
          <thead>
            <tr>
              <td />
              {names.map(name => (
                <th key={name} scope="col">
                  <bdi>{shownName(name)}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map(one => (
              <tr key={one}>
                <th scope="row">
                  <bdi>{one}</bdi>
                </th>
                {names.map(other => (
                  <td key={other} class="number">
                    {one === other ? '' : number(league.head_to_head[one]?.[other] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Games({ league, path }: Props) {
  return (
    <section class="panel" aria-labelledby="games">
      <h2 id="games">{t('games')}</h2>
      <ul class={css('games')}>
        {league.played.map(game => (
          <li key={game.tournament}>
            <Link to={path(`/tournament/${game.tournament}`)}>{t('game', { n: game.number })}</Link>
            <span class="soft">
              {(game.places as [number, string, number][]).map(([place, name, points], index) => (
                <span key={name}>
                  {index > 0 && ' · '}
                  {place}. <bdi>{shownName(name)}</bdi> <span class="number">({points})</span>
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
