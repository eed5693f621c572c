/** The page of tournaments: open, running and finished ones, and the form for a new one. */

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
import { styles } from '../lib/css';
import tournamentsSheet from './tournaments.module.css';

const css = styles(tournamentsSheet);

export default function TournamentsPage() {
  const ctrl = useMemo(() => new TournamentsCtrl(), []);
  const isOpening = useSignal(false);
  useEffect(() => ctrl.open(), []);
  useTitle(`${t('tournaments')} · pokermasa`);
  return (
    <Shell>
      <div class={css('events')}>
        <Tabs />
        <header class={css('events-head')}>
          <h1>{t('tournaments')}</h1>
          <button type="button" onClick={() => (isOpening.value = true)}>
            <Icon name="plus" />
            {t('hold_one')}
          </button>
        </header>
        <p class={css('promise')}>{t('promise')}</p>
        {me.value === undefined ? (
          // The placeholder leaves room for the name field, so that the list does not jump.
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
