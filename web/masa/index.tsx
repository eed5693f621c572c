/** The table page: watching, sitting down, playing. */

import type { FunctionComponent } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Dialog } from '../lib/parts/dialog';
import { number, t as common } from '../lib/i18n';
import { Icon, type IconName } from '../lib/parts/icon';
import { keyOf } from '../lib/net/key';
import { lazy } from '../lib/parts/lazy';
import { Link, type Place } from '../lib/frame/router';
import { settings, showsSizes } from '../lib/settings';
import { Shell } from '../lib/frame/shell';
import { useTitle } from '../lib/frame/title';
import { Ctrl, type Panel } from './ctrl';
import { hasPlayed } from './visited_tables';
import { attach } from './socket';
import { t, type TextKey } from './text';
import { Acts } from './view/acts';
import { Aside, Chat, Dealer } from './view/chat';
import { Cloth } from './view/cloth';
import { tournamentOf } from '../tournament/next_table';
import { LevelPlace, stateOf } from './view/level';
import { styles } from '../lib/css';
import clothSheet from './cloth.module.css';
import masaSheet from './masa.module.css';

const css = styles(clothSheet, masaSheet);

const LevelBar = lazy(() => import('./view/levelbar').then(found => found.LevelBar), LevelPlace);
const Preferences = lazy(() => import('../lib/frame/prefs').then(found => found.Preferences));
const Keys = lazy(() => import('./view/rules').then(found => found.Keys));
const Rules = lazy(() => import('./view/rules').then(found => found.Rules));
const BetSizes = lazy(() => import('./view/sizes').then(found => found.BetSizes));
const PlayerNotes = lazy(() => import('./view/notes').then(found => found.PlayerNotes));
const Menu = lazy(() => import('./view/menu').then(found => found.Menu));
const Hands = lazy(() => import('./view/hands').then(found => found.Hands));
const Host = lazy(() => import('./view/host').then(found => found.Host));
const Sheet = lazy(() => import('./view/sheet').then(found => found.Sheet));
const Results = lazy(() => import('./view/sheet').then(found => found.Results));
const SitDown = lazy(() => import('./view/sit').then(found => found.SitDown));
const TopUp = lazy(() => import('./view/sit').then(found => found.TopUp));
const Offer = lazy(() => import('./view/home_game').then(found => found.Offer));
const BlindTimer = lazy(() => import('./view/home_game').then(found => found.BlindTimer));

export default function MasaPage({ place }: { place: Place }) {
  const ctrl = useMemo(() => new Ctrl(place.params.id!, keyOf(location)), [place.params.id]);
  useEffect(() => attach(ctrl), [ctrl]);
  useTitle(`${ctrl.name} · pokermasa`);
  const state = ctrl.state.value;
  if (state !== 'loading' && state !== 'here')
    return (
      <Shell>
        <div class="page">
          <h1>{t(state)}</h1>
          {(ctrl.isHost.value || hasPlayed(ctrl.id)) && <Results ctrl={ctrl} />}
          <Link to="/" class="button main">
            {common('to_the_lobby')}
          </Link>
        </div>
      </Shell>
    );
  return (
    <div class={css('masa')}>
      <Top ctrl={ctrl} />
      {ctrl.scene.value ? (
        <main id="main" class={css('table')} tabIndex={-1}>
          <Cloth key={ctrl.id} ctrl={ctrl} />
          {showsSizes() && <LastLine ctrl={ctrl} />}
          <Acts ctrl={ctrl} />
        </main>
      ) : (
        <main id="main" class={css('table')} tabIndex={-1} aria-busy="true">
          <section class={css('cloth')}>
            <div class={css('felt waits')} />
          </section>
        </main>
      )}
      <Aside ctrl={ctrl} />
      <Panels ctrl={ctrl} />
      <KeysOnDemand ctrl={ctrl} />
      {ctrl.room.value?.offered && <Offer ctrl={ctrl} />}
    </div>
  );
}

/** Fetches the keyboard code with the first key press or when the list of keys opens, because most
 * phones never need it. */
function KeysOnDemand({ ctrl }: { ctrl: Ctrl }) {
  const [Found, found] = useState<FunctionComponent<{ ctrl: Ctrl; early: KeyboardEvent[] }>>();
  const early = useRef<KeyboardEvent[]>([]);
  const isListed = ctrl.panel.value === 'keys';
  useEffect(() => {
    if (Found) return;
    // If fetching fails, the next key tries again.
    const fetchKeys = () =>
      import('./keys').then(
        ({ TableKeys }) => found(() => TableKeys),
        () => (early.current = []),
      );
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return; // The key has been handled already.
      early.current.push(event);
      void fetchKeys();
    };
    if (isListed) void fetchKeys();
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [Found, isListed]);
  return Found ? <Found ctrl={ctrl} early={early.current} /> : null;
}

function Top({ ctrl }: { ctrl: Ctrl }) {
  const [room, view] = [ctrl.room.value, ctrl.view.value];
  const unread = ctrl.unread.value;
  const stakes = view && `${number(view.blinds.small)}/${number(view.blinds.big)}`;
  const event = ctrl.event.value;
  const state = event && view && stateOf(event, view.sides);
  return (
    <header class={css('masa-top')}>
      <Link to="/" class={css('home')} aria-label={common('to_the_lobby')}>
        <img src="/icon.svg" alt="" width="28" height="28" />
      </Link>
      <h1>
        <span class={css('table-name')}>
          <bdi>{ctrl.name}</bdi>
        </span>
        {view && !event && (
          <span class="soft number">
            {stakes}{' '}
            <span class={css(room?.timer ? 'wide-only' : '')}>
              {t(`betting.${view.betting}` as TextKey)}
            </span>
            {room?.timer && <BlindTimer ctrl={ctrl} />}
          </span>
        )}
        {view && event && (
          <span class={css(state ? 'tense' : 'soft')}>
            {t(state ?? (`betting.${view.betting}` as TextKey))}
          </span>
        )}
      </h1>
      {event ? (
        <LevelBar ctrl={ctrl} event={event} />
      ) : (
        !view && tournamentOf(ctrl.id) && <LevelPlace />
      )}
      <Tool ctrl={ctrl} icon="hands" panel="hands" text={t('hands')} />
      <Tool ctrl={ctrl} icon="book" panel="rules" text={t('rules')} />
      <Tool
        ctrl={ctrl}
        icon="chat"
        panel="chat"
        class={css('narrow-only')}
        text={unread ? t('chat_unread', { count: unread }) : t('chat')}
        badge={unread}
      />
      {ctrl.manages.value && (
        <Tool
          ctrl={ctrl}
          icon="host"
          panel="host"
          text={t('host_tools')}
          badge={ctrl.requests.value.length}
        />
      )}
      <button
        type="button"
        class={css('plain round wide-only')}
        aria-pressed={settings.sound.value}
        aria-label={common('sound')}
        onClick={() => (settings.sound.value = !settings.sound.value)}
      >
        <Icon name={settings.sound.value ? 'sound' : 'mute'} />
      </button>
      <Tool ctrl={ctrl} icon="menu" panel="menu" text={t('menu')} />
    </header>
  );
}

interface ToolProps {
  ctrl: Ctrl;
  icon: IconName;
  panel: Panel;
  text: string;
  badge?: number;
  class?: string;
}

function Tool({ ctrl, icon, panel, text, badge = 0, class: name = '' }: ToolProps) {
  return (
    <button
      type="button"
      class={css(`plain round tool ${name}`)}
      aria-label={text}
      title={text}
      data-panel={panel}
      onClick={() => ctrl.toggle(panel)}
    >
      <Icon name={icon} />
      {badge > 0 && (
        <span class={css('badge number')} aria-hidden="true">
          {badge}
        </span>
      )}
    </button>
  );
}

/** The dealer's last line, for screens without room for the whole list. */
function LastLine({ ctrl }: { ctrl: Ctrl }) {
  const last = ctrl.lines.value[ctrl.lines.value.length - 1];
  return (
    <p class={css('last-line')} aria-hidden="true" dir="auto">
      <span key={last?.id}>{last?.line(false)}</span>
    </p>
  );
}

function Panels({ ctrl }: { ctrl: Ctrl }) {
  const panel = ctrl.panel.value;
  const close = () => (ctrl.panel.value = null);
  if (!panel || !ctrl.view.value) return null;
  if (typeof panel === 'object') return <SitDown ctrl={ctrl} side={panel.sit} />;
  switch (panel) {
    case 'chat':
      return (
        <Dialog title={t('chat')} close={close} class={css('drawer talk')}>
          <Dealer ctrl={ctrl} />
          <Chat ctrl={ctrl} />
        </Dialog>
      );
    case 'hands':
      return <Hands ctrl={ctrl} />;
    case 'rules':
      return <Rules ctrl={ctrl} />;
    case 'keys':
      return <Keys ctrl={ctrl} />;
    case 'settings':
      return <Preferences close={close} />;
    case 'menu':
      return <Menu ctrl={ctrl} />;
    case 'host':
      return <Host ctrl={ctrl} />;
    case 'sheet':
      return <Sheet ctrl={ctrl} />;
    case 'people':
      return <PlayerNotes ctrl={ctrl} />;
    case 'sizes':
      return <BetSizes ctrl={ctrl} />;
    case 'top_up':
      return <TopUp ctrl={ctrl} />;
  }
}
