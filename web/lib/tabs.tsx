/** The two rooms of the lobby: cash tables and tournaments. */

import { t } from './i18n';
import { Link, path } from './router';

export function Tabs() {
  const tab = (to: string, text: string) => (
    <Link to={to} aria-current={path.value === to ? 'page' : undefined}>
      {text}
    </Link>
  );
  return (
    <nav class="tabs" aria-label={t('rooms')}>
      {tab('/', t('cash_tables'))}
      {tab('/tournaments', t('tournaments'))}
    </nav>
  );
}
