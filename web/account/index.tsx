/** The account page: for visitors, guests and full accounts. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { me } from '../lib/net/me';
import { DeckChoice, LanguageChoice, ThemeChoice } from '../lib/frame/prefs';
import { Icon } from '../lib/parts/icon';
import { Link } from '../lib/frame/router';
import { t as shared } from '../lib/i18n';
import { Shell } from '../lib/frame/shell';
import { Checkbox } from '../lib/parts/checkbox';
import { useTitle } from '../lib/frame/title';
import { toast, trying } from '../lib/parts/toast';
import { Chips } from './chips';
import { email, isGuest, upgradeGuest, logIn, resetPassword, setPrivate, signUp } from './ctrl';
import { OwnData } from './data_export';
import { EmailPanel, Recover } from './email';
import { CredentialsForm } from './credentials_form';
import { Leave } from './leave';
import { SecondFactorPanel } from './second_factor';
import { NewPasswordForm } from './password';
import { SessionList } from './sessions';
import { t } from './text';
import { TokenList } from './tokens';
import { styles } from '../lib/css';
import accountSheet from './account.module.css';

const css = styles(accountSheet);

export default function AccountPage() {
  const title = `${t('title')} · pokermasa`;
  useTitle(title);
  useEffect(confirmEmail, []);
  const isReset = resetLink().code !== '';
  return (
    <Shell>
      <div class={css('account')}>
        {me.value === undefined ? (
          <div class="panel waiting" role="img" aria-label={shared('loading')} />
        ) : me.value === null || isReset ? (
          <Nobody />
        ) : (
          <Somebody key={me.value.kind} />
        )}
      </div>
    </Shell>
  );
}

/** Confirms an e-mail address with the code from the link in the address bar. */
function confirmEmail(): void {
  const code = new URLSearchParams(location.hash.slice(1)).get('email');
  if (!code) return;
  history.replaceState(null, '', location.pathname); // The code works only once.
  void trying(email.confirm(code).then(() => toast(t('email.is_confirmed'))));
}

/** A password reset link has name and code after the #, so that no server or proxy sees them. */
function resetLink(): { name: string; code: string } {
  const words = new URLSearchParams(location.hash.slice(1));
  return { name: words.get('name') ?? '', code: words.get('reset') ?? '' };
}

function Nobody() {
  const isNew = useSignal(false);
  const link = resetLink();
  const hasCode = useSignal(link.code !== '');
  if (hasCode.value)
    return (
      <div class={css('narrow')}>
        <h1>{t('reset')}</h1>
        <section class="panel">
          <p class="soft">{t('reset.words')}</p>
          <CredentialsForm
            submit={resetPassword}
            action={t('reset')}
            name={link.name}
            code={t('code')}
            given={link.code}
            needsCode
            isNew
          />
        </section>
        {!link.code && <Recover />}
        <p class={css('switch')}>
          <button type="button" class="plain small" onClick={() => (hasCode.value = false)}>
            {t('log_in')}
          </button>
        </p>
      </div>
    );
  return (
    <div class={css('narrow')}>
      <h1>{isNew.value ? t('sign_up') : t('log_in')}</h1>
      <section class="panel">
        <CredentialsForm
          key={String(isNew.value)}
          submit={isNew.value ? signUp : logIn}
          action={isNew.value ? t('sign_up') : t('log_in')}
          isNew={isNew.value}
          code={t('invitation')}
        />
      </section>
      <p class={css('switch')}>
        {isNew.value ? t('have_account') : t('no_account')}{' '}
        <button type="button" class="plain small" onClick={() => (isNew.value = !isNew.value)}>
          {isNew.value ? t('log_in') : t('sign_up')}
        </button>
      </p>
      {!isNew.value && (
        <p class={css('switch')}>
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
      {me.value?.role === 'admin' && (
        <p>
          <Link to="/admin" class="button">
            <Icon name="host" />
            {t('admin')}
          </Link>
        </p>
      )}
      <div class={css('sections')}>
        {isGuest() ? <Keep /> : <NewPasswordForm />}
        <Looks />
        {!isGuest() && <SecondFactorPanel />}
        {!isGuest() && <EmailPanel />}
        <Privacy />
        <TokenList />
        {!isGuest() && <SessionList />}
        <OwnData />
        <Leave />
      </div>
    </>
  );
}

function Keep() {
  const isNew = useSignal(true);
  const keepIt = async (name: string, password: string) => {
    await upgradeGuest(name, password);
    toast(t('kept', { name }));
  };
  return (
    <section class="panel keep">
      <h2>{isNew.value ? t('keep') : t('log_in')}</h2>
      <p class="soft">{isNew.value ? t('keep.words') : t('log_in.words')}</p>
      <CredentialsForm
        key={String(isNew.value)}
        submit={isNew.value ? keepIt : logIn}
        action={isNew.value ? t('sign_up') : t('log_in')}
        isNew={isNew.value}
        name={isNew.value ? (me.value?.name ?? '') : ''}
      />
      <p class={css('switch')}>
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
      <Checkbox
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
      <ThemeChoice />
      <DeckChoice />
    </section>
  );
}
