/** The frame of all pages except the table: the bar at the top and the settings. */

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { number, t } from '../i18n';
import { Icon } from '../parts/icon';
import { me } from '../net/me';
import { lazy } from '../parts/lazy';
import { Link, path } from './router';

const Preferences = lazy(() => import('./prefs').then(found => found.Preferences));

/** The path on which the settings were opened. This is not state of the bar, because the bar is
 * replaced when a page has loaded, and a dialog that was opened early would disappear. */
const openAt = signal<string | null>(null);

export function Shell({ children }: { children: ComponentChildren }) {
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
          <Link to="/hands" aria-label={t('study')}>
            <Icon name="hands" />
            <span class="wide-words">{t('study')}</span>
          </Link>
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
          onClick={() => (openAt.value = path.value)}
        >
          <Icon name="gear" />
        </button>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {openAt.value === path.value && <Preferences close={() => (openAt.value = null)} />}
    </>
  );
}
