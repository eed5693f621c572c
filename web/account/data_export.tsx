/** Download of everything that the room stores about the account. */

import { exportData, isGuest } from './ctrl';
import { Password } from './field';
import { SendForm } from './form';
import { t } from './text';

export function OwnData() {
  return (
    <section class="panel">
      <h2>{t('data')}</h2>
      <p class="soft">{t('data.words')}</p>
      <SendForm
        action={t('data.get')}
        submit={form => exportData(String(form.get('password') ?? ''))}
      >
        {!isGuest() && <Password label={t('password')} name="password" isNew={false} />}
      </SendForm>
    </section>
  );
}
