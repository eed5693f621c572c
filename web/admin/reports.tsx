/** Reported chat messages, with the messages around them. */

import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { OpenReport } from '../lib/api';
import { dateAndTime } from '../lib/i18n';
import { CommandDialog, type Question } from './command_dialog';
import { FetchedList, type Command } from './ctrl';
import { List } from './list';
import { commandText, t } from './text';
import { styles } from '../lib/css';
import adminSheet from './admin.module.css';

const css = styles(adminSheet);

export function Reports() {
  const reports = useMemo(() => new FetchedList<OpenReport[]>(), []);
  const question = useSignal<Question | null>(null);
  const fetch = () => void reports.fetch('reports');
  useEffect(fetch, []);
  const act = (command: Command, about: string, name: string) => (
    <button
      type="button"
      class={command === 'settle' ? 'small' : 'small danger'}
      aria-label={`${commandText(command)}: ${name}`}
      onClick={() => (question.value = { command, about, name })}
    >
      {commandText(command)}
    </button>
  );
  return (
    <>
      <List of={reports} icon="flag" empty={t('no_reports')} again={fetch}>
        {report => (
          <li key={`${report.chat} ${report.by}`} class={css('report')}>
            <p>
              <bdi>
                {t('reported', { by: report.by, name: report.name, reason: report.reason })}
              </bdi>
              <span class="soft">
                {' '}
                {t('said_at', { day: dateAndTime(report.at), masa: report.masa })}
              </span>
            </p>
            <ol class={css('said')}>
              {report.around.map(({ name, text, is_reported }, place) => (
                <li key={place} class={is_reported ? 'reported' : ''}>
                  <bdi class={css('name')}>{name}</bdi>: {is_reported ? <mark>{text}</mark> : text}
                </li>
              ))}
            </ol>
            <span class="row">
              {act('settle', String(report.chat), report.name)}
              {act('silence', report.name, report.name)}
              {act('ban', report.name, report.name)}
            </span>
          </li>
        )}
      </List>
      {question.value && (
        <CommandDialog
          question={question.value}
          close={() => (question.value = null)}
          done={fetch}
        />
      )}
    </>
  );
}
