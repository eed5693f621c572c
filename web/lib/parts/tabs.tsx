/** The two tabs of the lobby: cash tables and tournaments. */

import { t } from '../i18n';
import { Link, path } from '../frame/router';

export function Tabs() {
  const isCash = path.value === '/';
  const tab = (to: string, text: string, isHere: boolean) => (
    // The page of one tournament belongs to the tab of the list.
    <Link to={to} aria-current={!isHere ? undefined : path.value === to ? 'page' : 'true'}>
      {text}
    </Link>
  );
  return (
    <nav class="tabs" aria-label={t('rooms')}>
      {tab('/', t('cash_tables'), isCash)}
      {tab('/tournaments', t('tournaments'), !isCash)}
    </nav>
  );
}
