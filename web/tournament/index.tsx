/** The tournament page: clock, entrants, tables, prizes and result. */

import { useSignal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { HandData } from '../lib/api';
import { Dialog } from '../lib/parts/dialog';
import { tableName } from '../lib/i18n';
import { keyOf, withKey } from '../lib/net/key';
import { lazy } from '../lib/parts/lazy';
import { Link, type Place } from '../lib/frame/router';
import { Shell } from '../lib/frame/shell';
import { Tabs } from '../lib/parts/tabs';
import { useTitle } from '../lib/frame/title';
import { trying } from '../lib/parts/toast';
import { Share } from '../lib/parts/share';
import { Clock, Facts } from './clock';
import { TournamentCtrl } from './ctrl';
import { Deal } from './deal';
import { Director } from './director';
import { Entrants } from './entrants';
import { HandList, EventList, Prizes, Structure, Tables } from './panels';
import { t } from './text';
import { You } from './own_entry';
import { styles } from '../lib/css';
import tournamentSheet from './tournament.module.css';

const css = styles(tournamentSheet);

export default function TournamentPage({ place }: { place: Place }) {
  const ctrl = useMemo(
    () => new TournamentCtrl(place.params.id!, keyOf(location)),
    [place.params.id],
  );
  useEffect(() => ctrl.open(), [ctrl]);
  const state = ctrl.state.value;
  const name = state ? tableName(state.tournament.name, state.tournament.host) : t('tournament');
  useTitle(`${name} · pokermasa`);
  return (
    <Shell>
      <div class={css('event')}>
        <Tabs />
        {state ? (
          <Whole ctrl={ctrl} name={name} />
        ) : ctrl.failure.value ? (
          <section class="panel empty">
            <h1>{ctrl.failure.value}</h1>
            <Link to="/tournaments" class="button main">
              {t('other_tournaments')}
            </Link>
          </section>
        ) : (
          <section class="panel" aria-busy="true">
            <h1>{t('loading')}</h1>
          </section>
        )}
      </div>
    </Shell>
  );
}

function Whole({ ctrl, name }: { ctrl: TournamentCtrl; name: string }) {
  const { tournament, deal, you, at } = ctrl.state.value!;
  const { kind, status, host, league, season, number } = tournament;
  return (
    <>
      <header class={css('event-head')}>
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <p class="soft">
          <span class={css(`state ${status}`)}>{t(`status.${status}`)}</span>
          {t(`kind.${kind}`)}
          {tournament.private && <> · {t('private')}</>}
          {host && (
            <>
              {' · '}
              <bdi>
                {t('directed_by', { name: [host, ...(tournament.co_directors ?? [])].join(', ') })}
              </bdi>
            </>
          )}
          {league && (
            <>
              {' · '}
              <Link to={withKey(`/league/${league}`, ctrl.key)}>
                {t('game_of', { season: season ?? 1, n: number ?? 1 })}
              </Link>
            </>
          )}
        </p>
      </header>
      <div class={css('beside')}>
        <div class={css('felt')}>
          <Clock ctrl={ctrl} />
          <You ctrl={ctrl} />
        </div>
        <Facts ctrl={ctrl} />
        {tournament.private && ctrl.key && tournament.open && (
          <section class={css('panel share-it')}>
            <Share name={name} path={withKey(`/tournament/${ctrl.id}`, ctrl.key)} />
          </section>
        )}
      </div>
      <div class={css('main-part')}>
        {deal && (
          <div class="panel">
            <Deal
              deal={deal}
              you={you}
              at={at}
              answer={agrees => void ctrl.send({ do: 'answer_deal', agrees })}
            />
          </div>
        )}
        <Sections ctrl={ctrl} />
      </div>
    </>
  );
}

type Section = 'players' | 'tables' | 'prizes' | 'structure' | 'hands' | 'news' | 'director';

/** Tabs. Arrow keys move between them. */
function Sections({ ctrl }: { ctrl: TournamentCtrl }) {
  const { tournament, you } = ctrl.state.value!;
  const chosen = useSignal<Section | null>(null);
  const hand = useSignal<HandData | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  const isPlayed = tournament.status === 'running' || tournament.status === 'paused';
  const open = (id: string) => void trying(ctrl.hand(id).then(found => (hand.value = found)));
  const sections: [Section, ComponentChild][] = [
    ['players', <Entrants ctrl={ctrl} open={open} />],
    ...(isPlayed ? ([['tables', <Tables ctrl={ctrl} />]] as [Section, ComponentChild][]) : []),
    ['prizes', <Prizes ctrl={ctrl} />],
    ['structure', <Structure ctrl={ctrl} />],
    ...(tournament.status === 'registering'
      ? []
      : ([['hands', <HandList ctrl={ctrl} open={open} />]] as [Section, ComponentChild][])),
    ...(ctrl.isOver.value
      ? []
      : ([['news', <EventList ctrl={ctrl} />]] as [Section, ComponentChild][])),
    ...(you?.may_direct && !ctrl.isOver.value
      ? ([['director', <Director ctrl={ctrl} />]] as [Section, ComponentChild][])
      : []),
  ];
  const [at, panel] = sections.find(([name]) => name === chosen.value) ?? sections[0]!;
  const move = (event: KeyboardEvent) => {
    const index = sections.findIndex(([name]) => name === at);
    const to = {
      ArrowRight: (index + 1) % sections.length,
      ArrowLeft: (index + sections.length - 1) % sections.length,
      Home: 0,
      End: sections.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    chosen.value = sections[to]![0];
    bar.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus();
  };
  return (
    <section class={css('panel sections')}>
      <div
        class={css('choose')}
        role="tablist"
        aria-label={t('sections')}
        ref={bar}
        onKeyDown={move}
      >
        {sections.map(([name]) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === at}
            aria-controls="section"
            tabIndex={name === at ? 0 : -1}
            onClick={() => (chosen.value = name)}
          >
            {t(name === 'players' && ctrl.isOver.value ? 'section.results' : `section.${name}`)}
          </button>
        ))}
      </div>
      <div
        class={css('shown')}
        id="section"
        role="tabpanel"
        aria-labelledby={`tab-${at}`}
        tabIndex={-1}
      >
        {panel}
      </div>
      {hand.value && (
        <HandDialog hand={hand.value} tableKey={ctrl.key} close={() => (hand.value = null)} />
      )}
    </section>
  );
}

const Replay = lazy(() => import('../masa/view/replay').then(found => found.Replay));

interface HandProps {
  hand: HandData;
  tableKey: string;
  close(): void;
}

function HandDialog({ hand, tableKey, close }: HandProps) {
  const { table = 1, level = 1 } = hand.tournament ?? {};
  const title = t('hand_of_level', { table, level });
  return (
    <Dialog title={title} close={close} class="drawer">
      <Replay hand={hand} tableKey={tableKey} />
    </Dialog>
  );
}
