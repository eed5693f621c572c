/** Settings of the room: announcement, invitations, blocked networks. */

import { useSignal } from '@preact/signals';
import { useEffect, useId, useMemo } from 'preact/hooks';
import type { AdminRequest, RoomSettings } from '../lib/api';
import { Waiting } from '../lib/parts/empty';
import { Radios } from '../lib/parts/field';
import { Icon } from '../lib/parts/icon';
import { toast, trying } from '../lib/parts/toast';
import { CommandDialog, Secret, type Question } from './command_dialog';
import { ask, FetchedList } from './ctrl';
import { Failed } from './list';
import { commandText, t } from './text';
import { styles } from '../lib/css';
import adminSheet from './admin.module.css';

const css = styles(adminSheet);

const MODES = ['on', 'invitation', 'off'] as const;

export function Room() {
  const room = useMemo(() => new FetchedList<RoomSettings>(), []);
  const fetch = () => void room.fetch('room');
  useEffect(fetch, []);
  if (room.failure.value) return <Failed icon="gear" failure={room.failure.value} again={fetch} />;
  if (room.all.value === null) return <Waiting text={t('loading')} failure="" />;
  const doIt = async (request: AdminRequest) => {
    const answer = await trying(ask(request));
    if (answer) toast(t('done', { what: commandText(request.command) }));
    fetch();
    return answer;
  };
  const { announcement, signups, blocked } = room.all.value;
  return (
    <div class={css('sections')}>
      <Announcement now={announcement} tell={about => doIt({ command: 'announce', about })} />
      <section class="panel">
        <Radios
          label={t('signups')}
          value={signups}
          options={MODES.map(mode => [mode as string, t(`signups.${mode}`)])}
          choose={about => void doIt({ command: 'signups', about })}
        />
        <Invite make={() => doIt({ command: 'invite' })} />
      </section>
      <Blocks networks={blocked} done={fetch} />
    </div>
  );
}

function Announcement({ now, tell }: { now: string; tell(words: string): Promise<unknown> }) {
  const id = useId();
  const words = useSignal(now);
  return (
    <section class="panel">
      <h2>{t('announcement')}</h2>
      <form
        onSubmit={event => {
          event.preventDefault();
          void tell(words.value.trim());
        }}
      >
        <div class="field">
          <label class="unseen" for={id}>
            {t('announcement')}
          </label>
          <textarea
            id={id}
            rows={3}
            required
            maxLength={300}
            value={words.value}
            aria-describedby={`${id}-note`}
            onInput={event => (words.value = event.currentTarget.value)}
          />
          <span id={`${id}-note`} class="soft">
            {t('announcement.note')}
          </span>
        </div>
        <div class="row">
          <button type="submit" class="main">
            {t('announce.go')}
          </button>
          <button
            type="button"
            disabled={!now}
            onClick={() => {
              words.value = '';
              void tell('');
            }}
          >
            {t('announce.stop')}
          </button>
        </div>
      </form>
    </section>
  );
}

function Invite({ make }: { make(): Promise<{ code?: string | null } | undefined> }) {
  const code = useSignal('');
  return (
    <>
      <button
        type="button"
        onClick={() => void make().then(answer => (code.value = answer?.code ?? ''))}
      >
        <Icon name="plus" />
        {t('invite.go')}
      </button>
      {code.value && <Secret key={code.value} label={t('code.invitation')} text={code.value} />}
    </>
  );
}

function Blocks({ networks, done }: { networks: string[]; done(): void }) {
  const id = useId();
  const words = useSignal('');
  const question = useSignal<Question | null>(null);
  return (
    <section class="panel">
      <h2>{t('blocked')}</h2>
      {networks.length ? (
        <ul class={css('rows')}>
          {networks.map(network => (
            <li key={network}>
              <code>{network}</code>
              <button
                type="button"
                class="small"
                aria-label={`${t('do.unblock')}: ${network}`}
                onClick={() => (question.value = { command: 'unblock', about: network })}
              >
                {t('do.unblock')}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p class="soft">{t('no_blocked')}</p>
      )}
      <form
        class={css('row find')}
        onSubmit={event => {
          event.preventDefault();
          question.value = { command: 'block', about: words.value.trim() };
        }}
      >
        <label class="unseen" for={id}>
          {t('block.field')}
        </label>
        <input
          id={id}
          required
          maxLength={60}
          placeholder={t('block.field')}
          value={words.value}
          autocomplete="off"
          onInput={event => (words.value = event.currentTarget.value)}
        />
        <button type="submit" class="danger">
          {t('block.go')}
        </button>
      </form>
      {question.value && (
        <CommandDialog
          question={question.value}
          close={() => (question.value = null)}
          done={() => {
            words.value = '';
            done();
          }}
        />
      )}
    </section>
  );
}
