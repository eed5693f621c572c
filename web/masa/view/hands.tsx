/** The user's hands at this table, in a drawer. Each can be stepped through. */

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { HandData, HandLine } from '../../lib/api';
import { Card } from '../../lib/parts/card';
import { Dialog } from '../../lib/parts/dialog';
import { timeOfDay, t as common } from '../../lib/i18n';
import { me } from '../../lib/net/me';
import { get } from '../../lib/net/rest';
import { trying } from '../../lib/parts/toast';
import type { Ctrl } from '../ctrl';
import { graphOf } from '../graph';
import { ofThisSession } from '../session';
import { t } from '../text';
import { Profit } from './profit';
import { Replay } from './replay';
import { styles } from '../../lib/css';
import replaySheet from '../replay.module.css';
import masaSheet from '../masa.module.css';

const css = styles(replaySheet, masaSheet);

/** Limit of the server for one request. */
const AT_ONCE = 100;

export function Hands({ ctrl }: { ctrl: Ctrl }) {
  const hands = useSignal<HandLine[] | null>(null);
  const isAll = useSignal(true);
  const hand = useSignal<HandData | null>(null);
  const played = ctrl.view.value?.hand;
  useEffect(() => {
    if (!me.value) hands.value = [];
    else void trying(more());
  }, [played]);
  /** Fetches the newest hands, or those before *before*. */
  const more = async (before?: string) => {
    const from = before === undefined ? '' : `&before=${before}`;
    const found = await get<HandLine[]>(`hands?masa=${ctrl.id}${from}`);
    const listed = before === undefined ? [] : (hands.peek() ?? []);
    isAll.value = found.length < AT_ONCE;
    hands.value = [...listed, ...found];
  };
  const list = useRef<HTMLDivElement>(null);
  const close = (id: string) => {
    hand.value = null;
    // The focus returns to the row that was opened.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-hand="${id}"]`)?.focus(),
    );
  };
  const open = (id: string) =>
    trying(get<HandData>(`hands/${id}`).then(found => (hand.value = found)));
  return (
    <Dialog title={t('hands_title')} close={() => (ctrl.panel.value = null)} class="drawer">
      {hand.value ? (
        <Replay hand={hand.value} tableKey={ctrl.key} close={() => close(hand.value!.id)} />
      ) : hands.value === null ? (
        <p class="soft">{common('loading')}</p>
      ) : hands.value.length === 0 ? (
        <p class="soft">{t('no_hands')}</p>
      ) : (
        <div ref={list}>
          <Lists hands={hands.value} open={id => void open(id)} />
          {!isAll.value && (
            <button
              type="button"
              class="wide"
              onClick={() => void trying(more(hands.value![hands.value!.length - 1]!.id))}
            >
              {t('more_hands')}
            </button>
          )}
        </div>
      )}
    </Dialog>
  );
}

interface ListProps {
  hands: HandLine[];
  open(id: string): void;
}

/** The hands of this session with their total, and the earlier ones. */
function Lists({ hands, open }: ListProps) {
  const count = ofThisSession(hands, Date.now());
  const [now, before] = [hands.slice(0, count), hands.slice(count)];
  return (
    <>
      {now.length > 0 && (
        <section aria-label={t('this_session')}>
          <h3 class={css('row between')}>
            {t('this_session')}
            <Profit net={now.reduce((sum, line) => sum + (line.net ?? 0), 0)} />
          </h3>
          <Graph nets={now.map(line => line.net ?? 0)} />
          <List hands={now} open={open} />
        </section>
      )}
      {before.length > 0 && (
        <section aria-label={t('earlier')}>
          <h3>{t('earlier')}</h3>
          <List hands={before} open={open} />
        </section>
      )}
    </>
  );
}

const [WIDTH, HEIGHT] = [300, 60];

/** The results of the session as a line. Decorative, because the total beside the heading says the
 * same. */
function Graph({ nets }: { nets: number[] }) {
  if (nets.length < 2) return null;
  const { points, zero } = graphOf(nets, WIDTH, HEIGHT);
  return (
    <svg
      class={css('graph')}
      viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <line class={css('zero')} x1="0" x2={WIDTH} y1={zero} y2={zero} />
      <polyline class={css('line')} points={points.map(point => point.join()).join(' ')} />
    </svg>
  );
}

function List({ hands, open }: ListProps) {
  return (
    <ul class={css('hand-list')}>
      {hands.map(line => (
        <li key={line.id}>
          <button type="button" class="plain" data-hand={line.id} onClick={() => open(line.id)}>
            <span class={css('when')}>
              {t('hand_number', { number: line.number })}
              <span class="soft">{timeOfDay(line.ended)}</span>
            </span>
            <span class={css('minis')}>
              {line.cards?.map(card => (
                <Card key={card} card={card} />
              ))}
              <span class={css('gap')} />
              {line.board.map(card => (
                <Card key={card} card={card} />
              ))}
            </span>
            <Profit net={line.net} />
          </button>
        </li>
      ))}
    </ul>
  );
}
