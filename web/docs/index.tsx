/** The reference of the HTTP API, from the room's OpenAPI description.
 *
 * Ready-made viewers (Swagger UI, Redoc, RapiDoc, Scalar) add inline styles or scripts, which the room's
 * Content Security Policy forbids, and have a size of a megabyte. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t as shared } from '../lib/i18n';
import { errorText } from '../lib/net/rest';
import { Link } from '../lib/frame/router';
import { hasWords } from '../lib/search';
import { Shell } from '../lib/frame/shell';
import { useTitle } from '../lib/frame/title';
import { description } from './ctrl';
import { byTag, routesOf, type Api } from './openapi';
import { groupName, t } from './text';
import { RouteView } from './view';
import { styles } from '../lib/css';
import docsSheet from './docs.module.css';

const css = styles(docsSheet);

const TOKEN_HEADER = 'Authorization: Bearer TOKEN';

export default function DocsPage() {
  const api = useSignal<Api | null>(null);
  const failure = useSignal('');
  const words = useSignal('');
  useEffect(() => {
    description().then(
      found => (api.value = found),
      error => (failure.value = errorText(error)),
    );
  }, []);
  useTitle(`${t('title')} · pokermasa`);
  return (
    <Shell>
      <div class={css('page docs')}>
        <h1>{t('title')}</h1>
        <p>{t('words')}</p>
        <p>
          {t('words.token')} <code>{TOKEN_HEADER}</code>
        </p>
        <p>{t('words.refused')}</p>
        <ul class={css('links')}>
          <li>
            <Link to="/">{t('play')}</Link>
          </li>
          <li>
            <Link to="/rules">{t('rules')}</Link>
          </li>
          <li>
            <Link to="/tournaments">{t('tournaments')}</Link>
          </li>
          <li>
            <Link to="/account">{t('account')}</Link>
          </li>
          <li>
            <a href="/openapi.json">{t('machine')}</a>
          </li>
          <li>
            <a href="/api/wire">{t('socket')}</a>
          </li>
        </ul>
        <input
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          maxLength={60}
          value={words.value}
          onInput={event => (words.value = event.currentTarget.value)}
        />
        {failure.value && (
          <p class="bad" role="alert">
            {failure.value}
          </p>
        )}
        {!api.value && !failure.value && <p class="soft">{shared('loading')}</p>}
        {api.value && <Routes api={api.value} words={words.value} />}
      </div>
    </Shell>
  );
}

function Routes({ api, words }: { api: Api; words: string }) {
  const found = routesOf(api).filter(route =>
    hasWords(`${route.method} ${route.path} ${route.words}`, words),
  );
  if (!found.length) return <p>{t('none')}</p>;
  return (
    <>
      {byTag(found).map(([tag, routes]) => (
        <section key={tag} class="panel">
          <h2>{groupName(tag)}</h2>
          {routes.map(route => (
            <RouteView key={route.id} route={route} api={api} />
          ))}
        </section>
      ))}
    </>
  );
}
