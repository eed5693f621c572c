/** What stands around the pages that are not a table: the bar on top. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { number, t } from './i18n';
import { Icon } from './icon';
import { me } from './me';
import { Preferences } from './prefs';
import { Link } from './router';

export function Shell({ children }: { children: ComponentChildren }) {
  const isOpen = useSignal(false);
  return (
    <>
      <a class="skip" href="#main">
        {t('skip')}
      </a>
      <header class="top">
        <Link to="/" class="brand">
          <img src="/icon.svg" alt="" width="30" height="30" />
          {t('title')}
        </Link>
        <nav class="row">
          <Link to="/account">
            <Icon name="user" />
            {me.value ? (
              <span class="who-am-i">
                <bdi>{me.value.name}</bdi> <span class="soft number">{number(me.value.chips)}</span>
              </span>
            ) : (
              t('log_in')
            )}
          </Link>
        </nav>
        <button
          type="button"
          class="plain round"
          aria-label={t('settings')}
          onClick={() => (isOpen.value = true)}
        >
          <Icon name="gear" />
        </button>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {isOpen.value && <Preferences close={() => (isOpen.value = false)} />}
    </>
  );
}
