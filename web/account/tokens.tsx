/** Bot tokens of the account. */

import { useSignal } from '@preact/signals';
import { useEffect, useId, useMemo } from 'preact/hooks';
import { announce } from '../lib/parts/announce';
import { copy } from '../lib/copy';
import { Icon } from '../lib/parts/icon';
import { Link } from '../lib/frame/router';
import { Checkbox } from '../lib/parts/checkbox';
import { trying } from '../lib/parts/toast';
import { SCOPES, Tokens, type Scope } from './ctrl';
import { day, t } from './text';
import { styles } from '../lib/css';
import accountSheet from './account.module.css';

const css = styles(accountSheet);

export function TokenList() {
  const tokens = useMemo(() => new Tokens(), []);
  const id = useId();
  const label = useSignal('');
  const scopes = useSignal<readonly Scope[]>(['play', 'read']);
  useEffect(() => void trying(tokens.fetch()), []);
  const make = async (event: SubmitEvent) => {
    event.preventDefault();
    await trying(tokens.make(label.value.trim(), scopes.value));
    label.value = '';
  };
  const choose = (scope: Scope, isOn: boolean) => {
    scopes.value = SCOPES.filter(one => (one === scope ? isOn : scopes.value.includes(one)));
  };
  const revoke = async (token: string) => {
    await trying(tokens.revoke(token));
    announce(t('token.gone'));
  };
  return (
    <section class="panel">
      <h2>{t('tokens')}</h2>
      <p class="soft">
        {t('tokens.words')} <Link to="/docs">{t('tokens.docs')}</Link>
      </p>
      {tokens.fresh.value && <Fresh token={tokens.fresh.value} />}
      {tokens.all.value === null ? (
        <span class={css('waiting line')} />
      ) : (
        <ul class={css('lines')}>
          {tokens.all.value.map(token => (
            <li key={token.id}>
              <span>
                <bdi>{token.label || t('token.nameless')}</bdi>
                <span class="soft">
                  {token.seen
                    ? t('token.used', { day: day(token.created), used: day(token.seen) })
                    : t('token.unused', { day: day(token.created) })}
                </span>
                <span class="soft">
                  {token.scopes.map(scope => t(`scope.${scope}`)).join(' · ')}
                </span>
              </span>
              <button
                type="button"
                class="small danger"
                aria-label={t('token.take_back', { label: token.label || t('token.nameless') })}
                onClick={() => void revoke(token.id)}
              >
                {t('take_back')}
              </button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={event => void make(event)}>
        <div class={css('in-line')}>
          <label class="unseen" for={id}>
            {t('token.label')}
          </label>
          <input
            id={id}
            maxLength={80}
            placeholder={t('token.label')}
            value={label.value}
            onInput={event => (label.value = event.currentTarget.value)}
          />
          <button type="submit" disabled={scopes.value.length === 0}>
            <Icon name="plus" />
            {t('token.make')}
          </button>
        </div>
        <div class={css('ticks')} role="group" aria-label={t('scopes')}>
          {SCOPES.map(scope => (
            <Checkbox
              key={scope}
              text={t(`scope.${scope}`)}
              isOn={scopes.value.includes(scope)}
              set={isOn => choose(scope, isOn)}
            />
          ))}
        </div>
      </form>
    </section>
  );
}

/** A token can be shown only once, because the server stores only its digest. */
function Fresh({ token }: { token: string }) {
  const isCopied = useSignal('');
  const copyIt = async () => {
    if (!(await copy(token))) return;
    isCopied.value = token;
    announce(t('copied'));
  };
  return (
    <div class="fresh" role="status">
      <p>{t('token.once')}</p>
      <code>{token}</code>
      <button type="button" class="main" onClick={() => void copyIt()}>
        <Icon name={isCopied.value === token ? 'check' : 'copy'} />
        {isCopied.value === token ? t('copied') : t('copy')}
      </button>
    </div>
  );
}
