/** The audit log: who requested which command, when, why, and with what result. */

import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { LogEntry } from '../lib/api';
import { dateAndTime } from '../lib/i18n';
import { trying } from '../lib/parts/toast';
import { FetchedList, read } from './ctrl';
import { List } from './list';
import { commandText, t } from './text';
import { styles } from '../lib/css';
import adminSheet from './admin.module.css';

const css = styles(adminSheet);

/** Limit of the server for one request. */
const MOST = 100;

export function Log() {
  const log = useMemo(() => new FetchedList<LogEntry[]>(), []);
  const hasMore = useSignal(true);
  const fetch = () => void log.fetch('log');
  useEffect(fetch, []);
  const more = async () => {
    const all = log.all.value ?? [];
    const older = await trying(read<LogEntry[]>(`log?before=${all.at(-1)?.id ?? 1}`));
    if (!older) return;
    log.all.value = [...all, ...older];
    hasMore.value = older.length === MOST;
  };
  const isLong = (log.all.value?.length ?? 0) >= MOST;
  return (
    <>
      <List of={log} icon="book" empty={t('no_log')} again={fetch}>
        {entry => (
          <li key={entry.id}>
            <span class={css('about')}>
              <span>
                <bdi class={css('name')}>{entry.who}</bdi> · {commandText(entry.command)} ·{' '}
                <bdi>{entry.about}</bdi>{' '}
                {entry.refused && <span class={css('mark')}>{t('refused')}</span>}
              </span>
              <span lang="en">{entry.message}</span>
              <span class="soft">
                {dateAndTime(entry.at)}
                {entry.reason && (
                  <>
                    {' · '}
                    {t('reason')}: <bdi>{entry.reason}</bdi>
                  </>
                )}
              </span>
            </span>
          </li>
        )}
      </List>
      {isLong && hasMore.value && (
        <button type="button" onClick={() => void more()}>
          {t('older')}
        </button>
      )}
    </>
  );
}
