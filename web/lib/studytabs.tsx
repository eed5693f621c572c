/** The pages of study, one beside the other. */

import { t } from './i18n';
import { Link, path } from './router';

const PAGES = [
  ['/hands', 'study.hands'],
  ['/me/stats', 'study.stats'],
  ['/leaderboards', 'study.leaders'],
  ['/tools/equity', 'study.equity'],
  ['/tools/ranges', 'study.ranges'],
  ['/tools/odds', 'study.odds'],
] as const;

export function StudyTabs() {
  return (
    <nav class="tabs study-tabs" aria-label={t('study')}>
      {PAGES.map(([to, text]) => (
        <Link
          key={to}
          to={to}
          aria-current={
            path.value === to ? 'page' : path.value.startsWith(`${to}/`) ? 'true' : undefined
          }
        >
          {t(text)}
        </Link>
      ))}
    </nav>
  );
}
