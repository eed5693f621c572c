/** The page of all the user's hands: filter, list, export. */

import { useEffect, useMemo } from 'preact/hooks';
import { Icon } from '../lib/parts/icon';
import { me } from '../lib/net/me';
import { Link } from '../lib/frame/router';
import { Shell } from '../lib/frame/shell';
import { StudyTabs } from '../lib/frame/studytabs';
import { useTitle } from '../lib/frame/title';
import { HandsCtrl } from './ctrl';
import { HandFilters } from './filters';
import { HandList } from './list';
import { t } from './text';
import { styles } from '../lib/css';
import handsSheet from './hands.module.css';

const css = styles(handsSheet);

const FORMATS = { pokerstars: 'PokerStars', phh: 'PHH', ohh: 'OHH' };

export default function HandsPage() {
  const ctrl = useMemo(() => new HandsCtrl(), []);
  const who = me.value?.name;
  useEffect(() => {
    if (!who) return;
    void ctrl.fetch();
    void ctrl.fetchPlaces().catch(() => undefined);
  }, [who]);
  useTitle(`${t('title')} · pokermasa`);
  return (
    <Shell>
      <div class="page">
        <StudyTabs />
        <div class={css('row head')}>
          <h1>{t('title')}</h1>
          <Link to="/hands/upload" class="button">
            <Icon name="plus" />
            {t('upload')}
          </Link>
        </div>
        <HandFilters ctrl={ctrl} />
        <HandList ctrl={ctrl} />
        {!!ctrl.hands.value?.length && (
          <p class="downloads">
            <span class="soft">{t('export')}</span>
            {Object.entries(FORMATS).map(([format, name]) => (
              <a key={format} lang="en" href={ctrl.exportPath(format)} download>
                {name}
              </a>
            ))}
          </p>
        )}
      </div>
    </Shell>
  );
}
