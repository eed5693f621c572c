/** Name and password: to log in, to sign up, or for a guest to keep both name and chips. */

import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Refusal, wordsOf } from '../lib/rest';
import { Password } from './field';
import { t } from './text';

interface Props {
  submit(name: string, password: string, code?: string): Promise<void>;
  action: string;
  name?: string;
  /** A password that is made up now, not remembered. */
  isNew: boolean;
  /** What a code is called; it is asked for from the start, or when the room wants one. */
  code?: string;
  needsCode?: boolean;
}

export function Enter({ submit, action, name = '', isNew, code = '', needsCode = false }: Props) {
  const id = useId();
  const refusal = useSignal('');
  const isBusy = useSignal(false);
  const asksCode = useSignal(needsCode);
  const enter = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    if (isBusy.value) return;
    isBusy.value = true;
    refusal.value = '';
    try {
      const given = String(form.get('code') ?? '').trim();
      await submit(String(form.get('name')).trim(), String(form.get('password')), given);
    } catch (error) {
      if (code && error instanceof Refusal && error.code === 'INVITATION_NEEDED')
        asksCode.value = true;
      refusal.value = wordsOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form onSubmit={event => void enter(event)}>
      <div class="field">
        <label for={`${id}-name`}>{t('name')}</label>
        <input
          id={`${id}-name`}
          name="name"
          autocomplete="username"
          autocapitalize="off"
          spellcheck={false}
          required
          {...(isNew ? { minLength: 2, maxLength: 20 } : { maxLength: 80 })}
          defaultValue={name}
          aria-describedby={isNew ? `${id}-note` : undefined}
        />
        {isNew && (
          <span id={`${id}-note`} class="soft">
            {t('name.note')}
          </span>
        )}
      </div>
      {asksCode.value && (
        <div class="field">
          <label for={`${id}-code`}>{code}</label>
          <input
            id={`${id}-code`}
            name="code"
            autocomplete="one-time-code"
            autocapitalize="off"
            spellcheck={false}
            required
            maxLength={80}
          />
        </div>
      )}
      <Password
        label={t('password')}
        name="password"
        isNew={isNew}
        note={isNew ? t('password.note') : ''}
      />
      {refusal.value && (
        <p class="bad" role="alert">
          {refusal.value}
        </p>
      )}
      <button type="submit" class="main wide" aria-busy={isBusy.value}>
        {action}
      </button>
    </form>
  );
}
