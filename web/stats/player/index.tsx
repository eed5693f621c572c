/** The public statistics of a player. */

import { useEffect, useMemo } from 'preact/hooks';
import type { Profile } from '../../lib/api';
import { Empty, Waiting } from '../../lib/parts/empty';
import { number } from '../../lib/i18n';
import { Icon } from '../../lib/parts/icon';
import { me } from '../../lib/net/me';
import { go, type Place } from '../../lib/frame/router';
import { Shell } from '../../lib/frame/shell';
import { StudyTabs } from '../../lib/frame/studytabs';
import { useTitle } from '../../lib/frame/title';
import { StatsCtrl } from '../ctrl';
import { ByPosition, ByStakes, Overall } from '../figures';
import { t } from '../text';
import { styles } from '../../lib/css';
import figuresSheet from '../figures.module.css';

const css = styles(figuresSheet);

export default function PlayerPage({ place }: { place: Place }) {
  const name = decodeURIComponent(place.params.player!);
  const ctrl = useMemo(() => new StatsCtrl<Profile>(`players/${encodeURIComponent(name)}`), [name]);
  const who = me.value?.name;
  useEffect(() => {
    if (who) void ctrl.fetch();
    return () => ctrl.leave();
  }, [ctrl, who]);
  useTitle(`${name} · pokermasa`);
  return (
    <Shell>
      <div class={css('page statistics')}>
        <StudyTabs />
        <div class={css('row head')}>
          <h1>
            <bdi>{ctrl.stats.value?.name ?? name}</bdi>
          </h1>
          {ctrl.stats.value?.is_bot && (
            <span class="row soft">
              <Icon name="bot" />
              {t('bot')}
            </span>
          )}
        </div>
        <Whole ctrl={ctrl} />
      </div>
    </Shell>
  );
}

function Whole({ ctrl }: { ctrl: StatsCtrl<Profile> }) {
  const [stats, failure] = [ctrl.stats.value, ctrl.failure.value];
  if (me.value === null)
    return <Empty icon="user" text={t('nobody')} action={t('log_in')} act={() => go('/account')} />;
  if (failure?.code === 'NOT_FOUND')
    return <Empty icon="user" text={`${t('player_missing')} ${t('player_missing.words')}`} />;
  if (failure)
    return (
      <Empty icon="user" text={failure.text} action={t('again')} act={() => void ctrl.fetch()} />
    );
  if (!stats) return <Waiting text={t('loading')} failure="" />;
  return (
    <>
      <p class={css('soft pending')} role="status">
        {stats.pending > 0 ? t('pending', { count: number(stats.pending) }) : t('public_words')}
      </p>
      {stats.all.hands > 0 ? (
        <>
          <section class="panel" aria-label={t('overall')}>
            <h2>{t('overall')}</h2>
            <Overall figures={stats.all} />
          </section>
          <ByPosition positions={stats.positions} />
          <ByStakes stakes={stats.stakes} />
        </>
      ) : (
        <Empty icon="user" text={t('player_empty')} />
      )}
    </>
  );
}
