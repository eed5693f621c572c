/** Name and password: to log in, to sign up, or for a guest to keep both name and chips. */

import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { wordsOf } from '../lib/rest';
import { Password } from './field';
import { t } from './text';

interface Props {
  submit(name: string, password: string): Promise<void>;
  action: string;
  name?: string;
  /** A password that is made up now, not remembered. */
  isNew: boolean;
}

export function Enter({ submit, action, name = '', isNew }: Props) {
  const id = useId();
  const refusal = useSignal('');
  const isBusy = useSignal(false);
  const enter = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    if (isBusy.value) return;
    isBusy.value = true;
    refusal.value = '';
    try {
      await submit(String(form.get('name')).trim(), String(form.get('password')));
    } catch (error) {
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
