/** The name field for visitors who are not logged in. */

import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import { guestName, nameError } from '../net/me';

export function GuestName() {
  const ref = useRef<HTMLInputElement>(null);
  const fault = nameError.value;
  useEffect(() => {
    if (fault) ref.current?.focus();
  }, [fault]);
  return (
    <label class="field guest-name">
      <span>{t('guest_name')}</span>
      <input
        ref={ref}
        name="guest"
        autocomplete="nickname"
        spellcheck={false}
        maxLength={20}
        placeholder={t('guest_name_any')}
        value={guestName.value}
        aria-invalid={!!fault}
        aria-describedby={fault ? 'guest-fault' : undefined}
        onInput={event => {
          guestName.value = event.currentTarget.value;
          nameError.value = '';
        }}
      />
      {fault && (
        <span class="bad" id="guest-fault" role="alert">
          {fault}
        </span>
      )}
    </label>
  );
}
