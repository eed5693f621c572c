/** Search for accounts, with the commands for each. */

import { useSignal } from '@preact/signals';
import { useEffect, useId, useMemo } from 'preact/hooks';
import type { FoundAccount } from '../lib/api';
import { Dialog } from '../lib/parts/dialog';
import { dateAndTime, number } from '../lib/i18n';
import { CommandDialog, type Question } from './command_dialog';
import { FetchedList, type Command } from './ctrl';
import { List } from './list';
import { commandText, t } from './text';
import { styles } from '../lib/css';
import adminSheet from './admin.module.css';

const css = styles(adminSheet);

/** Limit of the server for one list. */
const MOST = 50;

export function Accounts() {
  const id = useId();
  const words = useSignal('');
  const found = useMemo(() => new FetchedList<FoundAccount[]>(), []);
  const managed = useSignal<FoundAccount | null>(null);
  const question = useSignal<Question | null>(null);
  const fetch = () => void found.fetch(`accounts?find=${encodeURIComponent(words.peek().trim())}`);
  useEffect(fetch, []);
  return (
    <>
      <form
        class={css('row find')}
        role="search"
        onSubmit={event => {
          event.preventDefault();
          fetch();
        }}
      >
        <label class="unseen" for={id}>
          {t('find')}
        </label>
        <input
          id={id}
          type="search"
          maxLength={80}
          placeholder={t('find')}
          value={words.value}
          onInput={event => (words.value = event.currentTarget.value)}
        />
        <button type="submit">{t('find.go')}</button>
      </form>
      <List of={found} icon="people" empty={t('nobody')} again={fetch}>
        {account => (
          <li key={account.name}>
            <span class={css('about')}>
              <span>
                <bdi class={css('name')}>{account.name}</bdi> <Marks of={account} />
              </span>
              <span class="soft">
                {t('chips', { chips: number(account.chips) })} ·{' '}
                {account.seen ? t('seen', { day: dateAndTime(account.seen) }) : t('unseen')}
              </span>
            </span>
            <button
              type="button"
              class="small"
              aria-label={t('manage_whom', { name: account.name })}
              onClick={() => (managed.value = account)}
            >
              {t('manage')}
            </button>
          </li>
        )}
      </List>
      {found.all.value?.length === MOST && <p class="soft">{t('found_most', { n: MOST })}</p>}
      {managed.value && !question.value && (
        <Manage
          account={managed.value}
          close={() => (managed.value = null)}
          choose={command => (question.value = { command, about: managed.value!.name })}
        />
      )}
      {question.value && (
        <CommandDialog
          question={question.value}
          close={() => {
            question.value = null;
            managed.value = null;
          }}
          done={fetch}
        />
      )}
    </>
  );
}

function Marks({ of: account }: { of: FoundAccount }) {
  const marks = [
    account.kind === 'guest' && t('guest'),
    account.role === 'admin' && t('admin'),
    account.banned && t('banned'),
    account.silenced && t('silenced'),
  ];
  return (
    <>
      {marks.map(
        mark =>
          mark && (
            <span key={mark} class={css('mark')}>
              {mark}
            </span>
          ),
      )}
    </>
  );
}

interface ManageProps {
  account: FoundAccount;
  close(): void;
  choose(command: Command): void;
}

function Manage({ account, close, choose }: ManageProps) {
  const commands: Command[] = [
    ...(account.kind === 'guest' ? [] : (['reset'] as const)),
    ...(['rename', 'balance'] as const),
    account.silenced ? 'unsilence' : 'silence',
    account.banned ? 'unban' : 'ban',
    'delete',
  ];
  return (
    <Dialog title={account.name} close={close}>
      <p>
        <Marks of={account} /> {t('chips', { chips: number(account.chips) })}
      </p>
      <p class="soft">{t('since', { day: dateAndTime(account.created) })}</p>
      <div class={css('acts')}>
        {commands.map(command => (
          <button
            key={command}
            type="button"
            class={command === 'ban' || command === 'delete' ? 'danger' : ''}
            onClick={() => choose(command)}
          >
            {commandText(command)}
          </button>
        ))}
      </div>
    </Dialog>
  );
}
