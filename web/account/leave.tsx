/** Logging out here or everywhere, and deleting the account. */

import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Dialog } from '../lib/parts/dialog';
import { t as shared } from '../lib/i18n';
import { me } from '../lib/net/me';
import { errorText } from '../lib/net/rest';
import { go } from '../lib/frame/router';
import { toast, trying } from '../lib/parts/toast';
import { deleteAccount, isGuest, logOut, logOutEverywhere } from './ctrl';
import { Password } from './field';
import { t } from './text';
import { styles } from '../lib/css';
import accountSheet from './account.module.css';

const css = styles(accountSheet);

export function Leave() {
  const asked = useSignal<'log out' | 'delete' | null>(null);
  const close = () => (asked.value = null);
  const out = async (work: Promise<void>) => {
    await trying(work.then(() => go('/')));
  };
  return (
    <section class={css('panel leave')}>
      <h2>{t('leave')}</h2>
      <div class="row">
        {/* Nobody could log in to a guest's account again. */}
        {isGuest() ? (
          <button type="button" onClick={() => (asked.value = 'log out')}>
            {t('log_out')}
          </button>
        ) : (
          <>
            <button type="button" onClick={() => void out(logOut())}>
              {t('log_out')}
            </button>
            <button type="button" onClick={() => void out(logOutEverywhere())}>
              {t('log_out_everywhere')}
            </button>
          </>
        )}
        <button type="button" class="danger" onClick={() => (asked.value = 'delete')}>
          {t('delete')}
        </button>
      </div>
      {asked.value === 'log out' && (
        <Dialog title={t('log_out')} close={close}>
          <p>{t('log_out.guest')}</p>
          <div class="row">
            <button type="button" onClick={close}>
              {shared('cancel')}
            </button>
            <button type="button" class="danger" onClick={() => void out(logOut())}>
              {t('log_out')}
            </button>
          </div>
        </Dialog>
      )}
      {asked.value === 'delete' && <Delete close={close} />}
    </section>
  );
}

/** The user must type the account's name, to prevent mistakes, and give the password. */
function Delete({ close }: { close(): void }) {
  const id = useId();
  const typed = useSignal('');
  const refusal = useSignal('');
  const name = me.value?.name ?? '';
  const isMeant = typed.value.trim().toLowerCase() === name.toLowerCase();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isMeant) return;
    const form = new FormData(event.currentTarget as HTMLFormElement);
    try {
      await deleteAccount(String(form.get('password') ?? ''));
      toast(t('deleted'));
      go('/');
    } catch (error) {
      refusal.value = errorText(error);
    }
  };
  return (
    <Dialog title={t('delete')} close={close}>
      <form onSubmit={event => void submit(event)}>
        <p>{t('delete.words')}</p>
        <div class="field">
          <label for={id}>{t('delete.type', { name })}</label>
          <input
            id={id}
            autocomplete="off"
            spellcheck={false}
            value={typed.value}
            onInput={event => (typed.value = event.currentTarget.value)}
          />
        </div>
        {!isGuest() && <Password label={t('password')} name="password" isNew={false} />}
        {refusal.value && (
          <p class="bad" role="alert">
            {refusal.value}
          </p>
        )}
        <div class="row">
          <button type="button" onClick={close}>
            {shared('cancel')}
          </button>
          <button type="submit" class="danger" disabled={!isMeant}>
            {t('delete')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
