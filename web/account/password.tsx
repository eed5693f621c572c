/** Another password. */

import { useSignal } from '@preact/signals';
import { me } from '../lib/me';
import { wordsOf } from '../lib/rest';
import { Tick } from '../lib/tick';
import { toast } from '../lib/toast';
import { changePassword } from './ctrl';
import { Password } from './field';
import { t } from './text';

export function NewPasswordForm() {
  const refusal = useSignal('');
  const isBusy = useSignal(false);
  /** A new number gives the form anew, empty. */
  const turn = useSignal(0);
  const endsTokens = useSignal(false);
  const change = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy.value) return;
    const form = new FormData(event.currentTarget as HTMLFormElement);
    isBusy.value = true;
    refusal.value = '';
    try {
      await changePassword(String(form.get('old')), String(form.get('new')), endsTokens.value);
      endsTokens.value = false;
      turn.value += 1;
      toast(t('password.changed'));
    } catch (error) {
      refusal.value = wordsOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <section class="panel">
      <h2>{t('password.change')}</h2>
      <form key={turn.value} onSubmit={event => void change(event)}>
        {/* Password keepers want to know whose it is. */}
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
        <Tick
          text={t('password.tokens')}
          isOn={endsTokens.value}
          set={isOn => (endsTokens.value = isOn)}
        />
        {refusal.value && (
          <p class="bad" role="alert">
            {refusal.value}
          </p>
        )}
        <button type="submit" aria-busy={isBusy.value}>
          {t('password.change')}
        </button>
        <p class="soft after">{t('password.words')}</p>
      </form>
    </section>
  );
}
