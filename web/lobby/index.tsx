/** The lobby: running tables and a button to play at once. */

import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { t as shared } from '../lib/i18n';
import { Link } from '../lib/frame/router';
import { Shell } from '../lib/frame/shell';
import { Tabs } from '../lib/parts/tabs';
import { useTitle } from '../lib/frame/title';
import { LobbyCtrl } from './ctrl';
import { More } from './more';
import { NewTableDialog } from './new';
import { Play } from './play';
import { Tables } from './tables';
import { t } from './text';
import { styles } from '../lib/css';
import lobbySheet from './lobby.module.css';

const css = styles(lobbySheet);

export default function LobbyPage() {
  const ctrl = useMemo(() => new LobbyCtrl(), []);
  const opening = useSignal<'public' | 'private' | null>(null);
  useEffect(() => ctrl.open(), []);
  const title = `pokermasa · ${t('slogan')}`;
  useTitle(title);
  // The list of tables would push the parts below it down if they were shown first.
  const isListed = ctrl.tables.value !== null || ctrl.failure.value !== '';
  return (
    <Shell>
      <div class={css('lobby')}>
        <Tabs />
        <Play ctrl={ctrl} open={kind => (opening.value = kind)} />
        <Tables ctrl={ctrl} open={() => (opening.value = 'public')} />
        {isListed && <More />}
        {isListed && (
          <footer class="soft">
            <p>{shared('play_money')}</p>
            <p class="row">
              <Link to="/rules">{t('house_rules')}</Link>
              <Link to="/docs">{t('for_programs')}</Link>
            </p>
          </footer>
        )}
      </div>
      {opening.value && (
        <NewTableDialog
          ctrl={ctrl}
          isPrivate={opening.value === 'private'}
          close={() => (opening.value = null)}
        />
      )}
    </Shell>
  );
}
