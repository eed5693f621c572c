/** Tables and tournaments. Closing one waits until its running hands have ended. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { OpenTable, OpenTournament } from '../lib/api';
import { number, tableName } from '../lib/i18n';
import { CommandDialog, type Question } from './command_dialog';
import { FetchedList } from './ctrl';
import { List } from './list';
import { commandText, t } from './text';
import { styles } from '../lib/css';
import adminSheet from './admin.module.css';

const css = styles(adminSheet);

export function Games() {
  const tables = useMemo(() => new FetchedList<OpenTable[]>(), []);
  const events = useMemo(() => new FetchedList<OpenTournament[]>(), []);
  const question = useSignal<Question | null>(null);
  const fetchTables = () => void tables.fetch('tables');
  const fetchEvents = () => void events.fetch('tournaments');
  useEffect(() => {
    fetchTables();
    fetchEvents();
  }, []);
  const act = (command: Question['command'], about: string, name: string) => (
    <button
      type="button"
      class="small danger"
      aria-label={`${commandText(command)}: ${name}`}
      onClick={() => (question.value = { command, about, name })}
    >
      {commandText(command)}
    </button>
  );
  return (
    <>
      <h2>{t('tables')}</h2>
      <List of={tables} icon="tiles" empty={t('no_tables')} again={fetchTables}>
        {table => (
          <Game
            key={table.id}
            {...table}
            figures={`${t('players', { n: table.players })} · ${t('chips', { chips: number(table.chips) })}`}
          >
            {act('close', table.id, tableName(table.name, table.host))}
          </Game>
        )}
      </List>
      <h2>{t('tournaments')}</h2>
      <List of={events} icon="flag" empty={t('no_tournaments')} again={fetchEvents}>
        {event => (
          <Game
            key={event.id}
            {...event}
            figures={[event.started && t('started'), t('entries', { n: event.entries })]
              .filter(Boolean)
              .join(' · ')}
          >
            {act('cancel', event.id, tableName(event.name, event.host))}
            {event.started && act('refund', event.id, tableName(event.name, event.host))}
          </Game>
        )}
      </List>
      {question.value && (
        <CommandDialog
          question={question.value}
          close={() => (question.value = null)}
          done={() => {
            fetchTables();
            fetchEvents();
          }}
        />
      )}
    </>
  );
}

interface GameProps {
  id: string;
  name: string;
  host: string | null;
  private: boolean;
  figures: string;
  children: ComponentChildren;
}

function Game({ id, name, host, private: isPrivate, figures, children }: GameProps) {
  return (
    <li>
      <span class={css('about')}>
        <span>
          <bdi class={css('name')}>{tableName(name, host)}</bdi> <code>{id}</code>{' '}
          {isPrivate && <span class={css('mark')}>{t('private')}</span>}
        </span>
        <span class="soft">
          {host === null ? t('house') : <bdi>{t('of_host', { host })}</bdi>} · {figures}
        </span>
      </span>
      <span class="row">{children}</span>
    </li>
  );
}
