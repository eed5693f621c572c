/** Tournaments: what can be entered, what is played, what is over; and holding one. */

import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { Waiting } from '../lib/parts/empty';
import { GuestName } from '../lib/frame/guest';
import { Icon } from '../lib/parts/icon';
import { me } from '../lib/net/me';
import { Shell } from '../lib/frame/shell';
import { Tabs } from '../lib/parts/tabs';
import { useTitle } from '../lib/frame/title';
import { TournamentsCtrl } from './ctrl';
import { Filters } from './filters';
import { List } from './list';
import { NewTournamentDialog } from './new';
import { t } from './text';
import '../lib/parts/form.css';
import '../lib/parts/list.css';
import '../opening/form.css';
import './tournaments.css';

export default function TournamentsPage() {
  const ctrl = useMemo(() => new TournamentsCtrl(), []);
  const isOpening = useSignal(false);
  useEffect(() => ctrl.open(), []);
  useTitle(`${t('tournaments')} · pokermasa`);
  return (
    <Shell>
      <div class="events">
        <Tabs />
        <header class="events-head">
          <h1>{t('tournaments')}</h1>
          <button type="button" onClick={() => (isOpening.value = true)}>
            <Icon name="plus" />
            {t('hold_one')}
          </button>
        </header>
        <p class="promise">{t('promise')}</p>
        {me.value === undefined ? (
          // Whoever is nobody yet is asked for a name above the list, which must not jump for it.
          <Waiting text={t('looking')} failure={ctrl.failure.value} />
        ) : (
          <>
            {me.value === null && <GuestName />}
            <Filters ctrl={ctrl} />
            <List ctrl={ctrl} />
          </>
        )}
      </div>
      {isOpening.value && (
        <NewTournamentDialog ctrl={ctrl} close={() => (isOpening.value = false)} />
      )}
    </Shell>
  );
}
