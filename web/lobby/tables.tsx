/** The list of running tables. */

import { useSignal } from '@preact/signals';
import { Empty, Waiting } from '../lib/parts/empty';
import { number, tableName } from '../lib/i18n';
import { Link } from '../lib/frame/router';
import type { LobbyCtrl } from './ctrl';
import { EVERYTHING, isFiltered, type Column } from './filter';
import { Filters } from './filters';
import { pathOf, type Table } from './table';
import { betting, t } from './text';
import { styles } from '../lib/css';
import listSheet from '../lib/parts/list.module.css';
import tablesSheet from './tables.module.css';

const css = styles(listSheet, tablesSheet);

/** Maximum number of rows shown. */
const MOST_ROWS = 100;
/** Number of tables from which on the filter is shown. */
const WORTH_FILTERING = 5;

interface Props {
  ctrl: LobbyCtrl;
  open(): void;
}

export function Tables({ ctrl, open }: Props) {
  const tables = ctrl.tables.value;
  const people = (tables ?? []).reduce((sum, table) => sum + table.playing, 0);
  return (
    <section class={css('tables')} aria-labelledby="tables" aria-busy={tables === null}>
      <header>
        <h2 id="tables">{t('tables')}</h2>
        <span class="soft number">
          {people
            ? t('people', { n: people })
            : tables?.some(table => table.bots) && t('only_bots')}
        </span>
      </header>
      {tables === null ? (
        <Waiting text={t('looking')} failure={ctrl.failure.value} />
      ) : tables.length ? (
        <>
          {(tables.length >= WORTH_FILTERING || isFiltered(ctrl.filter.value)) && (
            <Filters ctrl={ctrl} tables={tables} />
          )}
          <List ctrl={ctrl} />
        </>
      ) : (
        <Empty icon="hands" text={t('none_open')} action={t('new_table')} act={open} />
      )}
    </section>
  );
}

function List({ ctrl }: { ctrl: LobbyCtrl }) {
  const all = useSignal(false);
  const shown = ctrl.shown.value;
  if (!shown.length && isFiltered(ctrl.filter.value))
    return (
      <Empty
        icon="hands"
        text={t('none_fit')}
        action={t('clear')}
        act={() => ctrl.narrow(EVERYTHING)}
      />
    );
  const rows = all.value ? shown : shown.slice(0, MOST_ROWS);
  return (
    <>
      {/* CSS grids lose the table semantics of the rows, so the roles are set explicitly. */}
      <table
        class={css('panel list')}
        role="table"
        onPointerEnter={() => ctrl.freeze(true)}
        onPointerLeave={() => ctrl.freeze(false)}
      >
        <thead role="rowgroup">
          <tr role="row">
            <Head ctrl={ctrl} column="name" />
            <Head ctrl={ctrl} column="stakes" />
            <Head ctrl={ctrl} column="players" />
            <Head ctrl={ctrl} column="average_pot" />
            <Head ctrl={ctrl} column="hands_an_hour" />
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(table => (
            <Row key={table.id} table={table} />
          ))}
        </tbody>
      </table>
      {rows.length < shown.length && (
        <button type="button" onClick={() => (all.value = true)}>
          {t('show_all', { n: shown.length })}
        </button>
      )}
    </>
  );
}

function Head({ ctrl, column }: { ctrl: LobbyCtrl; column: Exclude<Column, 'lively'> }) {
  const isMine = ctrl.column.value === column;
  // Numbers are sorted with the largest first, which is "descending" for screen readers.
  const isDown = (column !== 'name' && column !== 'stakes') !== ctrl.isTurned.value;
  return (
    <th
      role="columnheader"
      class={css(column)}
      aria-sort={isMine ? (isDown ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" class="plain" onClick={() => ctrl.sortBy(column)}>
        {t(`column.${column}`)}
        <span class={css('way')} aria-hidden="true">
          {isMine ? (isDown ? '▾' : '▴') : ''}
        </span>
      </button>
    </th>
  );
}

function Row({ table }: { table: Table }) {
  const { average_pot: pot, hands_an_hour: hands } = table;
  const words = [
    betting(table.betting),
    table.ante ? t('ante', { ante: number(table.ante) }) : '',
    table.act_time ? t('seconds', { n: table.act_time / 1000 }) : '',
    table.paused ? t('paused') : '',
    table.waiting ? t('waiting', { n: table.waiting }) : '',
  ];
  return (
    <tr role="row">
      <th role="rowheader" scope="row" class={css('name')}>
        <Link to={pathOf(table.id)}>
          <bdi>{tableName(table.name, table.host)}</bdi>
        </Link>
        <span class="soft">
          {words.filter(Boolean).join(' · ')}
          {table.host && (
            <>
              {' · '}
              <bdi>{t('host', { name: table.host })}</bdi>
            </>
          )}
        </span>
      </th>
      <td role="cell" class={css('stakes number')}>
        <span class="unseen">{t('column.stakes')} </span>
        {number(table.small)}/{number(table.big)}
      </td>
      <td role="cell" class={css('players')}>
        <Sides table={table} />
      </td>
      <td role="cell" class={css('average_pot number')}>
        <span class={css('label')}>{t('column.average_pot')} </span>
        {pot ? number(pot) : '–'}
      </td>
      <td role="cell" class={css('hands_an_hour number')}>
        <span class={css('label')}>{t('column.hands_an_hour')} </span>
        {hands ? number(hands) : '–'}
      </td>
    </tr>
  );
}

/** A dot for each side: person, bot or empty. */
function Sides({ table: { sides, players, people } }: { table: Table }) {
  const kinds = Array.from({ length: sides }, (_, n) =>
    n < people ? 'person' : n < players ? 'bot' : 'free',
  );
  return (
    <>
      <span class={css('dots')} aria-hidden="true">
        {kinds.map((kind, index) => (
          <i key={index} class={css(kind)} />
        ))}
      </span>
      <span class="number" aria-hidden="true">
        {players}/{sides}
      </span>
      <span class="unseen">{t('sides', { people, bots: players - people, sides })}</span>
    </>
  );
}
