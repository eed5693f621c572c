/** Form for name and password: log in, sign up, or turn a guest into a full account. */

import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Refusal, errorText } from '../lib/net/rest';
import { Password, SecondCode } from './field';
import { t } from './text';

interface Props {
  submit(name: string, password: string, code?: string, second?: string): Promise<void>;
  action: string;
  name?: string;
  /** Whether the user chooses a new password, for the browser's password manager. */
  isNew: boolean;
  /** Label of the code field. The field is shown from the start (`needsCode`) or when the server
   * asks for a code. */
  code?: string;
  needsCode?: boolean;
  /** The code from a link. */
  given?: string;
}

export function CredentialsForm({
  submit,
  action,
  name = '',
  isNew,
  code = '',
  needsCode = false,
  given = '',
}: Props) {
  const id = useId();
  const refusal = useSignal('');
  const isBusy = useSignal(false);
  const asksCode = useSignal(needsCode);
  const asksSecond = useSignal(false);
  const submitForm = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    if (isBusy.value) return;
    isBusy.value = true;
    refusal.value = '';
    try {
      const text = (field: string) => String(form.get(field) ?? '').trim();
      await submit(text('name'), String(form.get('password')), text('code'), text('second'));
    } catch (error) {
      if (code && error instanceof Refusal && error.code === 'INVITATION_NEEDED')
        asksCode.value = true;
      if (error instanceof Refusal && error.code === 'SECOND_FACTOR_NEEDED') {
        const isFirst = !asksSecond.value;
        asksSecond.value = true;
        if (isFirst) return; // The new field is message enough.
      }
      refusal.value = errorText(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form onSubmit={event => void submitForm(event)}>
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
            defaultValue={given}
          />
        </div>
      )}
      <Password
        label={t('password')}
        name="password"
        isNew={isNew}
        note={isNew ? t('password.note') : ''}
      />
      {asksSecond.value && <SecondCode isFirst />}
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
