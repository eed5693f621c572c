/** All tables with a seat of the user side by side, for wide screens. */

import { useEffect, useMemo } from 'preact/hooks';
import type { Place as Seat } from '../lib/api';
import { number, t as common } from '../lib/i18n';
import { Icon } from '../lib/parts/icon';
import { lazy } from '../lib/parts/lazy';
import { withKey } from '../lib/net/key';
import { me } from '../lib/net/me';
import { Link } from '../lib/frame/router';
import { Shell } from '../lib/frame/shell';
import { useTitle } from '../lib/frame/title';
import { Ctrl } from '../masa/ctrl';
import { attach } from '../masa/socket';
import { Acts } from '../masa/view/acts';
import { Cloth } from '../masa/view/cloth';
import { Keys, TileKeys } from './keys';
import { t } from './text';
import { styles } from '../lib/css';
import clothSheet from '../masa/cloth.module.css';
import masaSheet from '../masa/masa.module.css';
import tilesSheet from './tiles.module.css';

const css = styles(clothSheet, masaSheet, tilesSheet);

const TopUp = lazy(() => import('../masa/view/sit').then(found => found.TopUp));

export default function TilesPage() {
  useTitle(`${t('side_by_side')} · pokermasa`);
  const places = me.value?.seated ?? [];
  const keys = useMemo(() => new TileKeys(), []);
  return (
    <Shell>
      <Keys keys={keys} />
      <h1 class="unseen">{t('side_by_side')}</h1>
      {places.length ? (
        <div class={css('grid', places.length > 1 && 'many', places.length > 2 && 'three')}>
          {places.map(place => (
            <Tile key={place.masa} place={place} keys={keys} />
          ))}
        </div>
      ) : (
        <div class="page">
          <p>{t('no_seat')}</p>
          <Link to="/" class="button main">
            {common('to_the_lobby')}
          </Link>
        </div>
      )}
    </Shell>
  );
}

/** A table without its side panels. Its name links to the full page. */
function Tile({ place, keys }: { place: Seat; keys: TileKeys }) {
  const { masa, key, small, big } = place;
  const ctrl = useMemo(() => new Ctrl(masa, key ?? '', true), [masa]);
  useEffect(() => attach(ctrl), [ctrl]);
  useEffect(() => keys.add(ctrl), [ctrl]);
  const hears = keys.heard.value === masa;
  const isGone = ctrl.state.value !== 'loading' && ctrl.state.value !== 'here';
  if (isGone) return null;
  return (
    <section
      class={css(ctrl.turn.value ? 'tile turn' : 'tile')}
      aria-label={ctrl.name}
      data-tile={masa}
      data-keys={hears || undefined}
      tabIndex={-1}
    >
      <Link to={withKey(`/masa/${masa}`, key)} class={css('tile-name')}>
        <bdi>{ctrl.name}</bdi>
        <span class="soft number">
          {number(small)}/{number(big)}
        </span>
        {hears && (
          <span class={css('hears')} title={t('keys_here')}>
            <Icon name="keys" />
            <span class="unseen">{t('keys_here')}</span>
          </span>
        )}
        <Icon name="next" />
      </Link>
      <div class={css('table')}>
        {ctrl.scene.value ? (
          <>
            <Cloth ctrl={ctrl} />
            <Acts ctrl={ctrl} />
          </>
        ) : (
          <section class={css('cloth')}>
            <div class={css('felt waits')} />
          </section>
        )}
      </div>
      {ctrl.panel.value === 'top_up' && ctrl.view.value && <TopUp ctrl={ctrl} />}
    </section>
  );
}
