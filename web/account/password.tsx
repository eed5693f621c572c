/** Changing the password. */

import { useSignal } from '@preact/signals';
import { me } from '../lib/net/me';
import { Checkbox } from '../lib/parts/checkbox';
import { toast } from '../lib/parts/toast';
import { changePassword } from './ctrl';
import { Password } from './field';
import { SendForm } from './form';
import { t } from './text';
import { styles } from '../lib/css';
import accountSheet from './account.module.css';

const css = styles(accountSheet);

export function NewPasswordForm() {
  const endsTokens = useSignal(false);
  const change = async (form: FormData) => {
    await changePassword(String(form.get('old')), String(form.get('new')), endsTokens.value);
    endsTokens.value = false;
    toast(t('password.changed'));
  };
  return (
    <section class="panel">
      <h2>{t('password.change')}</h2>
      <SendForm action={t('password.change')} submit={change}>
        {/* Password managers need the user name. */}
        <input
          class="unseen"
          type="text"
          autocomplete="username"
          tabIndex={-1}
          aria-hidden="true"
          readOnly
          value={me.value?.name ?? ''}
        />
        <Password label={t('password.old')} name="old" isNew={false} />
        <Password label={t('password.new')} name="new" isNew note={t('password.note')} />
        <Checkbox
          text={t('password.tokens')}
          isOn={endsTokens.value}
          set={isOn => (endsTokens.value = isOn)}
        />
      </SendForm>
      <p class={css('soft after')}>{t('password.words')}</p>
    </section>
  );
}
