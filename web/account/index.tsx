/** The account of whoever is here: nobody, a guest, or a person. */

import { useSignal } from '@preact/signals';
import { me } from '../lib/me';
import { Choice, LanguageChoice } from '../lib/prefs';
import { settings } from '../lib/settings';
import { t as shared } from '../lib/i18n';
import { Shell } from '../lib/shell';
import { Tick } from '../lib/tick';
import { useTitle } from '../lib/title';
import { toast, trying } from '../lib/toast';
import { Chips } from './chips';
import { isGuest, keep, logIn, resetPassword, setPrivate, signUp } from './ctrl';
import { Enter } from './enter';
import { Leave } from './leave';
import { NewPasswordForm } from './password';
import { SessionList } from './sessions';
import { t } from './text';
import { TokenList } from './tokens';
import '../lib/form.css';
import './account.css';

export default function AccountPage() {
  const title = `${t('title')} · pokermasa`;
  useTitle(title);
  return (
    <Shell>
      <div class="account">
        {me.value === undefined ? (
          <div class="panel waiting" role="img" aria-label={shared('loading')} />
        ) : me.value === null ? (
          <Nobody />
        ) : (
          <Somebody key={me.value.kind} />
        )}
      </div>
    </Shell>
  );
}

function Nobody() {
  const isNew = useSignal(false);
  const hasCode = useSignal(false);
  if (hasCode.value)
    return (
      <div class="narrow">
        <h1>{t('reset')}</h1>
        <section class="panel">
          <p class="soft">{t('reset.words')}</p>
          <Enter submit={resetPassword} action={t('reset')} code={t('code')} needsCode isNew />
        </section>
        <p class="switch">
          <button type="button" class="plain small" onClick={() => (hasCode.value = false)}>
            {t('log_in')}
          </button>
        </p>
      </div>
    );
  return (
    <div class="narrow">
      <h1>{isNew.value ? t('sign_up') : t('log_in')}</h1>
      <section class="panel">
        <Enter
          key={String(isNew.value)}
          submit={isNew.value ? signUp : logIn}
          action={isNew.value ? t('sign_up') : t('log_in')}
          isNew={isNew.value}
          code={t('invitation')}
        />
      </section>
      <p class="switch">
        {isNew.value ? t('have_account') : t('no_account')}{' '}
        <button type="button" class="plain small" onClick={() => (isNew.value = !isNew.value)}>
          {isNew.value ? t('log_in') : t('sign_up')}
        </button>
      </p>
      {!isNew.value && (
        <p class="switch">
          {t('forgot')}{' '}
          <button type="button" class="plain small" onClick={() => (hasCode.value = true)}>
            {t('reset')}
          </button>
        </p>
      )}
      <Looks />
    </div>
  );
}

function Somebody() {
  return (
    <>
      <h1 class="unseen">{t('title')}</h1>
      <Chips />
      <div class="sections">
        {isGuest() ? <Keep /> : <NewPasswordForm />}
        <Looks />
        <Privacy />
        <TokenList />
        {!isGuest() && <SessionList />}
        <Leave />
      </div>
    </>
  );
}

function Keep() {
  const isNew = useSignal(true);
  const keepIt = async (name: string, password: string) => {
    await keep(name, password);
    toast(t('kept', { name }));
  };
  return (
    <section class="panel keep">
      <h2>{isNew.value ? t('keep') : t('log_in')}</h2>
      <p class="soft">{isNew.value ? t('keep.words') : t('log_in.words')}</p>
      <Enter
        key={String(isNew.value)}
        submit={isNew.value ? keepIt : logIn}
        action={isNew.value ? t('sign_up') : t('log_in')}
        isNew={isNew.value}
        name={isNew.value ? (me.value?.name ?? '') : ''}
      />
      <p class="switch">
        {isNew.value ? t('have_account') : ''}{' '}
        <button type="button" class="plain small" onClick={() => (isNew.value = !isNew.value)}>
          {isNew.value ? t('log_in') : t('keep')}
        </button>
      </p>
    </section>
  );
}

function Privacy() {
  return (
    <section class="panel">
      <h2>{t('privacy')}</h2>
      <Tick
        text={t('privacy.hide')}
        note={t('privacy.words')}
        isOn={me.value?.private ?? false}
        set={isOn => void trying(setPrivate(isOn))}
      />
    </section>
  );
}

function Looks() {
  return (
    <section class="panel">
      <h2>{shared('settings')}</h2>
      <LanguageChoice />
      <Choice
        label={shared('theme')}
        of={settings.theme}
        options={[
          ['auto', shared('theme.auto')],
          ['light', shared('theme.light')],
          ['dark', shared('theme.dark')],
        ]}
      />
      <Choice
        label={shared('deck')}
        of={settings.deck}
        options={[
          [2, shared('deck.2')],
          [4, shared('deck.4')],
        ]}
      />
    </section>
  );
}
