/** The leaderboards: largest winners by week and by season. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { LeaderboardData, LeaderboardRow } from '../lib/api';
import { Empty, Waiting } from '../lib/parts/empty';
import { number } from '../lib/i18n';
import { Icon } from '../lib/parts/icon';
import { ensureAccount, me } from '../lib/net/me';
import { get, Refusal } from '../lib/net/rest';
import { Link } from '../lib/frame/router';
import { lang } from '../lib/settings';
import { Shell } from '../lib/frame/shell';
import { StudyTabs } from '../lib/frame/studytabs';
import { useTitle } from '../lib/frame/title';
import { trying } from '../lib/parts/toast';
import { blinds } from '../stats/blinds';
import { t } from './text';
import { styles } from '../lib/css';
import leadersSheet from './leaders.module.css';

const css = styles(leadersSheet);

const BY = ['bb_100', 'league', 'tournaments'] as const;
const PERIODS = ['week', 'season'] as const;
/** Number of past periods that the server can show. */
const MOST_BACK = 520;

type By = (typeof BY)[number];

type Column = 'hands' | 'bb_100' | 'points' | 'games' | 'wins' | 'cashes' | 'net';
const COLUMNS: Record<By, Column[]> = {
  bb_100: ['bb_100', 'hands'],
  league: ['points', 'games', 'wins'],
  tournaments: ['net', 'games', 'wins', 'cashes'],
};

export default function LeadersPage() {
  const by = useSignal<By>('bb_100');
  const period = useSignal<(typeof PERIODS)[number]>('week');
  const back = useSignal(0);
  const board = useSignal<LeaderboardData | null>(null);
  const failure = useSignal<Refusal | null>(null);
  const who = me.value?.name;
  const fetch = async () => {
    const query = `by=${by.value}&period=${period.value}&back=${back.value}`;
    try {
      const found = await get<LeaderboardData>(`leaderboards?${query}`);
      if (query !== `by=${by.peek()}&period=${period.peek()}&back=${back.peek()}`) return;
      board.value = found;
      failure.value = null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failure.value = error;
    }
  };
  useEffect(() => {
    if (who) void fetch();
  }, [who, by.value, period.value, back.value]);
  useTitle(`${t('title')} · pokermasa`);
  const choice = <T extends string>(
    label: string,
    options: readonly T[],
    value: T,
    text: (option: T) => string,
    choose: (option: T) => void,
  ) => (
    <div class="choice" role="group" aria-label={label}>
      {options.map(option => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onClick={() => choose(option)}
        >
          {text(option)}
        </button>
      ))}
    </div>
  );
  return (
    <Shell>
      <div class={css('page leaders')}>
        <StudyTabs />
        <h1>{t('title')}</h1>
        <div class={css('row choices')}>
          {choice(
            t('by'),
            BY,
            by.value,
            option => t(`by.${option}`),
            option => (by.value = option),
          )}
          {choice(
            t('period'),
            PERIODS,
            period.value,
            option => t(`period.${option}`),
            option => {
              back.value = 0;
              period.value = option;
            },
          )}
          <span class={css('row when')}>
            <button
              type="button"
              class="round"
              aria-label={t('before')}
              disabled={back.value >= MOST_BACK}
              onClick={() => back.value++}
            >
              <Icon name="back" />
            </button>
            <span class="number">{board.value && datesOf(board.value)}</span>
            <button
              type="button"
              class="round"
              aria-label={t('after')}
              disabled={!back.value}
              onClick={() => back.value--}
            >
              <Icon name="next" />
            </button>
          </span>
        </div>
        {me.value === null ? (
          <Empty
            icon="people"
            text={t('nobody')}
            action={t('as_guest')}
            act={() => void trying(ensureAccount())}
          />
        ) : failure.value ? (
          <Empty
            icon="people"
            text={failure.value.text}
            action={t('again')}
            act={() => void fetch()}
          />
        ) : !board.value ? (
          <Waiting text={t('loading')} failure="" />
        ) : (
          <Table board={board.value} />
        )}
      </div>
    </Shell>
  );
}

/** The dates of a period. *end* is the first moment after it. */
function datesOf({ begin, end }: LeaderboardData): string {
  const day = (ms: number) =>
    new Date(ms).toLocaleDateString(lang.value === 'zh' ? 'zh-CN' : 'en-GB', {
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    });
  return t('dates', { begin: day(begin), end: day(end - 1) });
}

function Table({ board }: { board: LeaderboardData }) {
  const { rows, me: mine, least_hands } = board;
  const by = board.by as By;
  const isListed = rows.some(({ is_you }) => is_you);
  const columns = COLUMNS[by];
  return (
    <>
      <p class="soft">{t(`words.${by}`, { least: number(least_hands) })}</p>
      {!rows.length && !mine ? (
        <Empty icon="people" text={t('empty')} />
      ) : (
        <div class="panel">
          <table>
            <caption class="unseen">{`${t('title')}: ${t(`by.${by}`)}`}</caption>
            <thead>
              <tr>
                <th scope="col" class="number">
                  <span class="unseen">{t('place')}</span>
                </th>
                <th scope="col">{t('name')}</th>
                {columns.map(column => (
                  <th key={column} scope="col" class="number">
                    {t(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(row => (
                <Line key={row.name} row={row} columns={columns} />
              ))}
              {mine && !isListed && <Line row={mine} columns={columns} />}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function Line({ row, columns }: { row: LeaderboardRow; columns: Column[] }) {
  return (
    <tr class={css(row.is_you ? 'me' : '')}>
      <td class={css('number place')}>{row.place ?? '–'}</td>
      <th scope="row">
        <Link to={`/player/${encodeURIComponent(row.name)}`}>
          <bdi>{row.name.replace(/ \(bot\)$/, '')}</bdi>
        </Link>
        {row.is_bot && (
          <span class={css('soft sign')}>
            <Icon name="bot" /> {t('bot')}
          </span>
        )}
        {row.is_you && <span class={css('soft sign')}>{t('you')}</span>}
        {row.place === null && <span class={css('soft sign')}>{t('below')}</span>}
      </th>
      {columns.map(column => (
        <td key={column} class="number">
          {shown(row, column)}
        </td>
      ))}
    </tr>
  );
}

function shown(row: LeaderboardRow, column: Column): string {
  const value = row[column];
  if (value === null) return '–';
  if (column === 'net') return value > 0 ? `+${number(value)}` : number(value).replace('-', '−');
  if (column !== 'bb_100') return number(value);
  const within = row.bb_100_within;
  return blinds(value) + (within === null ? '' : ` ± ${blinds(within).replace('+', '')}`);
}
