/** The list of entrants: table and stack, at the end place and last hand. */

import { useSignal } from '@preact/signals';
import { number, ordinal } from '../lib/i18n';
import { tableNumber } from '../lib/frame/entry';
import { Icon } from '../lib/parts/icon';
import { inBlinds } from '../lib/level';
import { Link } from '../lib/frame/router';
import { hasWords } from '../lib/search';
import { trying } from '../lib/parts/toast';
import type { EntrantData } from '../lib/wire';
import type { TournamentCtrl } from './ctrl';
import { AllHands } from './panels';
import { t } from './text';
import { styles } from '../lib/css';
import tournamentSheet from './tournament.module.css';

const css = styles(tournamentSheet);

interface Props {
  ctrl: TournamentCtrl;
  /** Shows the hand in which a player was eliminated. */
  open(hand: string): void;
}

/** Number of entrants from which on the search field is shown. */
const WORTH_SEARCHING = 12;
const AT_ONCE = 100;

export function Entrants({ ctrl, open }: Props) {
  const words = useSignal('');
  const most = useSignal(AT_ONCE);
  const state = ctrl.state.value!;
  const { tournament } = state;
  const rows = ctrl.all.value ?? state.standings;
  const shown = rows.filter(({ name }) => hasWords(name, words.value));
  const isPart = !ctrl.all.value && tournament.entries > rows.length;
  if (!rows.length) return <p class={css('soft nothing')}>{t('nobody')}</p>;
  return (
    <>
      {(rows.length >= WORTH_SEARCHING || isPart) && (
        <input
          type="search"
          class={css('search')}
          aria-label={t('search')}
          placeholder={t('search')}
          maxLength={40}
          value={words.value}
          onFocus={() => {
            if (isPart) void trying(ctrl.fetchAll());
          }}
          onInput={event => (words.value = event.currentTarget.value)}
        />
      )}
      <List ctrl={ctrl} rows={shown.slice(0, most.value)} open={open} />
      {!shown.length && <p class={css('soft nothing')}>{t('none_found')}</p>}
      {ctrl.isOver.value && tournament.started !== null && <AllHands ctrl={ctrl} />}
      {(isPart || shown.length > most.value) && (
        <button
          type="button"
          class="wide"
          onClick={() => {
            most.value = Infinity;
            if (isPart) void trying(ctrl.fetchAll());
          }}
        >
          {t('show_all', { n: number(tournament.entries) })}
        </button>
      )}
    </>
  );
}

function List({ ctrl, rows, open }: Props & { rows: EntrantData[] }) {
  const { tournament, figures } = ctrl.state.value!;
  const isWaiting = tournament.status === 'registering';
  const big = figures?.blinds.big ?? 0;
  const last = ctrl.state.value!.standings.find(({ place }) => place === 2)?.hand ?? null;
  const hasPrizes = rows.some(row => row.prize > 0);
  const hasBounties = tournament.bounty > 0;
  const hasPoints = tournament.league !== null;
  return (
    <table class={css('rows')}>
      <thead>
        <tr>
          <th scope="col" class={css('place')}>
            {t(isWaiting ? 'column.number' : 'column.place')}
          </th>
          <th scope="col">{t('column.name')}</th>
          <th scope="col" class={css('right')}>
            {t(ctrl.isOver.value ? 'column.hand' : 'column.stack')}
          </th>
          {!ctrl.isOver.value && !isWaiting && <th scope="col">{t('column.table')}</th>}
          {hasPrizes && (
            <th scope="col" class={css('right')}>
              {t('column.prize')}
            </th>
          )}
          {hasBounties && (
            <th scope="col" class={css('right bounties')}>
              {t('column.bounties')}
            </th>
          )}
          {hasPoints && (
            <th scope="col" class={css('right')}>
              {t('column.points')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr
            key={row.player}
            class={css(`${ctrl.isMe(row.name) ? 'me' : ''} is-${row.status}`)}
            data-player={row.player}
          >
            <td class={css('place number')}>
              {isWaiting ? index + 1 : row.place !== null && ordinal(row.place)}
            </td>
            <th scope="row">
              <Name ctrl={ctrl} row={row} />
            </th>
            <td class={css('right number')}>
              <Worth row={row} big={big} isOver={ctrl.isOver.value} last={last} open={open} />
            </td>
            {!ctrl.isOver.value && !isWaiting && (
              <td>
                <Where ctrl={ctrl} row={row} open={open} />
              </td>
            )}
            {hasPrizes && <td class={css('right number')}>{row.prize ? number(row.prize) : ''}</td>}
            {hasBounties && (
              <td class={css('right number bounties')}>
                {row.bounties ? number(row.bounties) : ''}
              </td>
            )}
            {hasPoints && <td class={css('right number')}>{number(row.points)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Name({ ctrl, row }: { ctrl: TournamentCtrl; row: EntrantData }) {
  return (
    <span class={css('who')}>
      <bdi>{row.bot ? row.name.replace(/ \(bot\)$/, '') : row.name}</bdi>
      {row.bot && (
        <>
          <Icon name="bot" />
          <span class="unseen">{t('bot')}</span>
        </>
      )}
      {ctrl.isMe(row.name) && <span class={css('chip')}>{t('you')}</span>}
      {row.penalty > 0 && <span class="soft">{t('misses', { n: row.penalty })}</span>}
      {row.status === 'disqualified' && <span class="soft">{t('disqualified')}</span>}
      {row.status === 'left' && <span class="soft">{t('left')}</span>}
    </span>
  );
}

/** The stack during the tournament. Afterwards a button for the player's last hand. */
function Worth({
  row,
  big,
  isOver,
  last,
  open,
}: {
  row: EntrantData;
  big: number;
  isOver: boolean;
  /** Id of the player's last hand. */
  last: string | null;
  open(hand: string): void;
}) {
  if (isOver && row.place === 1 && last)
    return (
      <button type="button" class="small" onClick={() => open(last)}>
        <Icon name="hands" />
        {t('last_hand')}
      </button>
    );
  if (isOver) return row.hand ? <HandButton row={row} open={open} /> : <>–</>;
  if (['out', 'disqualified', 'left'].includes(row.status)) return <>–</>;
  return (
    <>
      {number(row.stack)}
      {big > 0 && (
        <span class={css('soft bb')}> {t('in_bb', { n: inBlinds(row.stack, big) })}</span>
      )}
    </>
  );
}

/** A link to the player's table, which follows the player from table to table. After the player's
 * elimination a button for the last hand. */
function Where({ ctrl, row, open }: Props & { row: EntrantData }) {
  if (row.status === 'out') return row.hand ? <HandButton row={row} open={open} /> : null;
  if (!row.masa) return null;
  const isMine = ctrl.isMe(row.name);
  const table = tableNumber(row.masa);
  return (
    <Link
      to={isMine ? `/masa/${row.masa}` : ctrl.tablePath(row.masa, row.name)}
      aria-label={isMine ? t('to_your_table') : t('follow', { name: row.name, table })}
    >
      {t('table', { table })}
    </Link>
  );
}

function HandButton({ row, open }: { row: EntrantData; open(hand: string): void }) {
  return (
    <button
      type="button"
      class="small"
      aria-label={t('hand_of', { name: row.name })}
      onClick={() => open(row.hand!)}
    >
      <Icon name="hands" />
      {t('hand')}
    </button>
  );
}
