/** Fields that several account forms share. */

import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from './text';
import { styles } from '../lib/css';
import accountSheet from './account.module.css';

const css = styles(accountSheet);

interface Props {
  label: string;
  name: string;
  isNew: boolean;
  note?: string;
}

/** A password field with a button that shows the password. */
export function Password({ label, name, isNew, note = '' }: Props) {
  const id = useId();
  const isShown = useSignal(false);
  // Preact's input types do not allow a type that changes.
  const kind = (isShown.value ? 'text' : 'password') as 'password';
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class={css('password')}>
        <input
          id={id}
          name={name}
          type={kind}
          autocomplete={isNew ? 'new-password' : 'current-password'}
          required
          {...(isNew ? { minLength: 8, maxLength: 200 } : { maxLength: 400 })}
          aria-describedby={note ? `${id}-note` : undefined}
        />
        <button
          type="button"
          class="plain small"
          aria-pressed={isShown.value}
          aria-label={t('show_password')}
          onClick={() => (isShown.value = !isShown.value)}
        >
          {isShown.value ? t('hide') : t('show')}
        </button>
      </div>
      {note && (
        <span id={`${id}-note`} class="soft">
          {note}
        </span>
      )}
    </div>
  );
}

/** The code of the second factor. */
export function SecondCode({ isFirst = false }: { isFirst?: boolean }) {
  const id = useId();
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst) ref.current?.focus();
  }, []);
  return (
    <div class="field">
      <label for={id}>{t('second.code')}</label>
      <input
        ref={ref}
        id={id}
        name="second"
        autocomplete="one-time-code"
        autocapitalize="off"
        spellcheck={false}
        required
        maxLength={80}
        aria-describedby={`${id}-note`}
      />
      <span id={`${id}-note`} class="soft">
        {t('second.code.note')}
      </span>
    </div>
  );
}
