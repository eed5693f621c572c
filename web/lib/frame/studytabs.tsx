/** Tabs of the study pages. */

import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
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
  const tabs = useRef<HTMLElement>(null);
  // On a phone the tabs are wider than the screen, so the current one is scrolled into view.
  useEffect(() => {
    const box = tabs.current;
    const tab = box?.querySelector<HTMLElement>('[aria-current]');
    if (!box || !tab) return;
    box.scrollLeft = tab.offsetLeft - box.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2;
  }, [path.value]);
  return (
    <nav ref={tabs} class="tabs study-tabs" aria-label={t('study')}>
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
