/** Entry point of the client: one document, in which the page for the current address is drawn. */

import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import './lib/frame/layers.css';
import { announce, LiveRegions } from './lib/parts/announce';
import { Outcome } from './lib/frame/entry';
import { t } from './lib/i18n';
import { page } from './lib/frame/layer';
import './lib/net/me';
import { find, Link, path, type Page, type Place } from './lib/frame/router';
import { OwnTablesBar } from './lib/frame/own_tables';
import { Announcement } from './lib/parts/notice';
import { Shell } from './lib/frame/shell';
import { socket } from './lib/net/socket';
import { Toasts } from './lib/parts/toast';

type Shown = { place: Place; Page: Page } | 'loading' | 'missing' | 'failed';

function App() {
  const at = path.value;
  const [shown, show] = useState<Shown>('loading');
  useEffect(() => {
    let isCurrent = true;
    const found = find(at);
    if (!found) {
      show('missing');
      return;
    }
    found.load().then(
      module => isCurrent && show({ place: found.place, Page: module.default }),
      () => isCurrent && show('failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [at]);
  useStartOf(shown);
  return (
    <>
      <Lost />
      <Announcement />
      <OwnTablesBar />
      <Body shown={shown} />
      <Outcome />
      <Toasts of={page} />
      <LiveRegions of={page} />
    </>
  );
}

/** Moves the focus to the new page after a link was followed, for keyboard and screen reader users. */
function useStartOf(shown: Shown): void {
  const isFirst = useRef(true);
  useEffect(() => {
    if (shown === 'loading') return;
    if (!isFirst.current && !document.querySelector('dialog[open]'))
      document.getElementById('main')?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [shown]);
}

function Body({ shown }: { shown: Shown }) {
  if (typeof shown === 'object')
    return (
      <div class="whole" data-page={shown.place.name}>
        <shown.Page key={shown.place.path} place={shown.place} />
      </div>
    );
  if (shown === 'loading') return <Shell>{null}</Shell>;
  return (
    <Shell>
      <div class="page">
        <h1>{t(shown === 'missing' ? 'not_here' : 'failed')}</h1>
        {shown === 'missing' ? (
          <Link to="/" class="button main">
            {t('to_the_lobby')}
          </Link>
        ) : (
          <button type="button" class="main" onClick={() => location.reload()}>
            {t('again')}
          </button>
        )}
      </div>
    </Shell>
  );
}

/** A banner while the connection is lost or the page is outdated, and an announcement when it is back. */
function Lost() {
  const isLost = socket.status.value === 'lost';
  useEffect(() => {
    if (!isLost) return;
    return () => {
      if (socket.status.peek() === 'open') announce(t('connected_again'));
    };
  }, [isLost]);
  if (socket.status.value === 'outdated')
    return (
      <p class="banner" role="alert">
        {t('refused.OTHER_VERSION')}{' '}
        <button type="button" onClick={() => location.reload()}>
          {t('reload')}
        </button>
      </p>
    );
  return isLost ? (
    <p class="banner" role="alert">
      {t('reconnecting')}
    </p>
  ) : null;
}

// Service workers exist only on HTTPS and localhost.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => null);
  // The load event may be over before the texts have arrived and this code runs.
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
}

socket.connect();
render(<App />, document.getElementById('app')!);
