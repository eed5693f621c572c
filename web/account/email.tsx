/** The e-mail address, for password resets and login alerts. Only in rooms that send mail. */

import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import type { Email } from '../lib/api';
import { toast } from '../lib/parts/toast';
import { email } from './ctrl';
import { Password } from './field';
import { SendForm } from './form';
import { t } from './text';

export function EmailPanel() {
  const now = useSignal<Email | null>(null);
  useEffect(() => {
    email.of().then(
      found => (now.value = found),
      () => undefined,
    );
  }, []);
  // Most rooms send no mail, and nothing is shown there.
  if (!now.value?.sends) return null;
  const { address, confirmed } = now.value;
  const save = async (form: FormData, submitter: string | null) => {
    const isGone = submitter === 'remove';
    const wanted = isGone ? null : String(form.get('address')).trim();
    now.value = await email.set(wanted, String(form.get('password')));
    toast(isGone ? t('email.gone') : t('email.sent'));
  };
  const remove = (
    <button type="submit" name="remove" class="danger" formNoValidate>
      {t('email.remove')}
    </button>
  );
  return (
    <section class="panel">
      <h2>{t('email')}</h2>
      <p class="soft">{t('email.words')}</p>
      {address && (
        <p>
          <bdi>{address}</bdi> · {confirmed ? t('email.confirmed') : t('email.waits')}
        </p>
      )}
      <SendForm action={t('email.save')} submit={save} beside={address ? remove : null}>
        <Address value={address ?? ''} />
        <Password label={t('password')} name="password" isNew={false} />
      </SendForm>
    </section>
  );
}

function Address({ value = '' }: { value?: string }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{t('email.address')}</label>
      <input
        id={id}
        name="address"
        type="email"
        autocomplete="email"
        maxLength={254}
        required
        defaultValue={value}
      />
    </div>
  );
}

/** The form for a forgotten password. Its answer does not reveal whether the address is known. */
export function Recover() {
  const isSent = useSignal(false);
  const send = async (form: FormData) => {
    isSent.value = false;
    await email.recover(String(form.get('address')).trim());
    isSent.value = true;
  };
  return (
    <section class="panel">
      <h2>{t('recover')}</h2>
      <p class="soft">{t('recover.words')}</p>
      <SendForm action={t('recover.send')} class="wide" submit={send}>
        <Address />
        {isSent.value && <p role="status">{t('recover.sent')}</p>}
      </SendForm>
    </section>
  );
}
