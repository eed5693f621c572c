/** The statistics of the user's own hands. */

import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { MyStats } from '../lib/api';
import { Empty, Waiting } from '../lib/parts/empty';
import { number } from '../lib/i18n';
import { me } from '../lib/net/me';
import { go } from '../lib/frame/router';
import { Shell } from '../lib/frame/shell';
import { StudyTabs } from '../lib/frame/studytabs';
import { useTitle } from '../lib/frame/title';
import { StatsCtrl } from './ctrl';
import { ByPosition, ByStakes, Overall } from './figures';
import { Mistakes } from './mistakes';
import { Graph } from './winnings_graph';
import { t } from './text';
import { styles } from '../lib/css';
import figuresSheet from './figures.module.css';

const css = styles(figuresSheet);

export default function StatsPage() {
  const ctrl = useMemo(() => new StatsCtrl<MyStats>('me/stats'), []);
  const source = useSignal<'' | 'uploads'>(
    new URLSearchParams(location.search).get('source') === 'uploads' ? 'uploads' : '',
  );
  const who = me.value?.name;
  useEffect(() => {
    if (who) void ctrl.fetch(source.value ? 'me/stats?source=uploads' : 'me/stats');
    return () => ctrl.leave();
  }, [who, source.value]);
  useTitle(`${t('title')} · pokermasa`);
  return (
    <Shell>
      <div class={css('page statistics')}>
        <StudyTabs />
        <div class={css('row head')}>
          <h1>{t('title')}</h1>
          <div class="choice" role="group" aria-label={t('source')}>
            {(['', 'uploads'] as const).map(value => (
              <button
                key={value}
                type="button"
                aria-pressed={source.value === value}
                onClick={() => (source.value = value)}
              >
                {t(value || 'room')}
              </button>
            ))}
          </div>
        </div>
        <Whole ctrl={ctrl} isUploads={!!source.value} />
      </div>
    </Shell>
  );
}

function Whole({ ctrl, isUploads }: { ctrl: StatsCtrl<MyStats>; isUploads: boolean }) {
  const stats = ctrl.stats.value;
  if (me.value === null)
    return (
      <Empty icon="hands" text={t('nobody')} action={t('log_in')} act={() => go('/account')} />
    );
  if (!stats) return <Waiting text={t('loading')} failure={ctrl.failure.value?.text ?? ''} />;
  if (!stats.all.hands && !stats.pending)
    return isUploads ? (
      <Empty
        icon="hands"
        text={t('empty_uploads')}
        action={t('upload')}
        act={() => go('/hands/upload')}
      />
    ) : (
      <Empty icon="hands" text={t('empty')} />
    );
  return (
    <>
      <p class={css('soft pending')} role="status">
        {stats.pending > 0 && t('pending', { count: number(stats.pending) })}
      </p>
      <section class="panel" aria-label={t('overall')}>
        <h2>{t('overall')}</h2>
        <Overall figures={stats.all} adjusted={stats.bb_100_adjusted} />
      </section>
      <section class="panel" aria-label={t('winnings')}>
        <h2>{t('winnings')}</h2>
        <Graph line={stats.line} />
        <p class={css('soft note')}>{t('winnings.words')}</p>
      </section>
      <Mistakes source={isUploads ? 'uploads' : ''} />
      <ByPosition positions={stats.positions} />
      <ByStakes stakes={stats.stakes} />
    </>
  );
}
