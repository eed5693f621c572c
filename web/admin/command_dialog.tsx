/** The dialog that confirms an admin command: its effect, the reason for it, and a button. */

import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Reasoned } from '../lib/api';
import { announce } from '../lib/parts/announce';
import { copy } from '../lib/copy';
import { Dialog } from '../lib/parts/dialog';
import { Icon } from '../lib/parts/icon';
import { Refusal, errorText } from '../lib/net/rest';
import { lang } from '../lib/settings';
import { Checkbox } from '../lib/parts/checkbox';
import { toast } from '../lib/parts/toast';
import { ask, resetLink, type Command } from './ctrl';
import { commandText, t } from './text';

/** Commands that need a reason. Its type, which comes from the server, keeps the list complete. */
const NEEDS_REASON: Record<Reasoned, true> = {
  reset: true,
  ban: true,
  delete: true,
  block: true,
  rename: true,
  silence: true,
  balance: true,
  close: true,
  cancel: true,
  refund: true,
  move: true,
  penalise: true,
  disqualify: true,
};

const HARMLESS: readonly Command[] = ['unban', 'unsilence', 'unblock', 'settle', 'rename', 'reset'];

export interface Question {
  command: Command;
  about: string;
  /** Name of the target for people. Default: its id. */
  name?: string;
}

interface Props {
  question: Question;
  close(): void;
  /** Called after the command was executed. */
  done(): void;
}

export function CommandDialog({ question, close, done }: Props) {
  const { command, about, name = about } = question;
  const id = useId();
  const refusal = useSignal<unknown>(null);
  const isBusy = useSignal(false);
  const isNow = useSignal(false);
  const code = useSignal('');
  const needsReason = command in NEEDS_REASON;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy.value) return;
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = (field: string) => String(form.get(field) ?? '').trim();
    isBusy.value = true;
    refusal.value = null;
    try {
      const answer = await ask({
        command,
        about,
        reason: text('reason'),
        ...(command === 'rename' ? { to: text('to') } : {}),
        ...(command === 'balance'
          ? { amount: Number(text('amount').replace('−', '-').replace(/[, ]/g, '')) }
          : {}),
        ...(command === 'ban' ? { now: isNow.value } : {}),
      });
      toast(t('done', { what: `${commandText(command)} · ${name}` }));
      done();
      if (answer.code) code.value = answer.code;
      else close();
    } catch (error) {
      refusal.value = error;
    } finally {
      isBusy.value = false;
    }
  };
  const title = `${commandText(command)}: ${name}`;
  if (code.value)
    return (
      <Dialog title={title} close={close}>
        <Secret label={t('code.link')} text={resetLink(about, code.value)} />
      </Dialog>
    );
  return (
    <Dialog title={title} close={close}>
      <form onSubmit={event => void submit(event)}>
        <p>{t(`words.${command as Exclude<Command, 'announce' | 'signups' | 'invite'>}`)}</p>
        {command === 'rename' && (
          <div class="field">
            <label for={`${id}-to`}>{t('to')}</label>
            <input id={`${id}-to`} name="to" required minLength={2} maxLength={20} />
          </div>
        )}
        {command === 'balance' && (
          <div class="field">
            <label for={`${id}-amount`}>{t('amount')}</label>
            <input
              id={`${id}-amount`}
              name="amount"
              required
              maxLength={20}
              pattern="[+\-−]?[0-9][0-9, ]*"
              autocomplete="off"
            />
          </div>
        )}
        {needsReason && (
          <div class="field">
            <label for={`${id}-reason`}>{t('reason')}</label>
            <input
              id={`${id}-reason`}
              name="reason"
              required
              maxLength={300}
              autocomplete="off"
              aria-describedby={`${id}-note`}
            />
            <span id={`${id}-note`} class="soft">
              {t('reason.note')}
            </span>
          </div>
        )}
        {command === 'ban' && (
          <Checkbox text={t('at_once')} isOn={isNow.value} set={isOn => (isNow.value = isOn)} />
        )}
        {refusal.value !== null && <Refused error={refusal.value} />}
        <div class="row">
          <button type="button" onClick={close}>
            {t('cancel')}
          </button>
          <button
            type="submit"
            class={HARMLESS.includes(command) ? 'main' : 'danger'}
            aria-busy={isBusy.value}
          >
            {commandText(command)}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** The server's English message has details (a name, a limit) that its code does not have. */
function Refused({ error }: { error: unknown }) {
  const isEnglish = lang.value === 'en' && error instanceof Refusal;
  return (
    <p class="bad" role="alert">
      {!isEnglish && errorText(error)}{' '}
      {error instanceof Refusal && <span lang="en">{error.message}</span>}
    </p>
  );
}

/** A link or code that can be shown only once, because the server stores only its digest. */
export function Secret({ label, text }: { label: string; text: string }) {
  const isCopied = useSignal(false);
  const copyIt = async () => {
    isCopied.value = await copy(text);
    if (isCopied.value) announce(t('copied'));
  };
  return (
    <div class="fresh" role="status">
      <p>
        {label}. {t('code')} {t('code.hours')}
      </p>
      <code>{text}</code>
      <button type="button" class="main" onClick={() => void copyIt()}>
        <Icon name={isCopied.value ? 'check' : 'copy'} />
        {isCopied.value ? t('copied') : t('copy')}
      </button>
    </div>
  );
}
