/** One's hands at this table, in a drawer; each can be stepped through. */

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { HandData, HandLine } from '../../lib/api';
import { Card } from '../../lib/card';
import { Dialog } from '../../lib/dialog';
import { number, timeOfDay, t as common } from '../../lib/i18n';
import { Icon, type IconName } from '../../lib/icon';
import { me } from '../../lib/me';
import { get } from '../../lib/rest';
import { trying } from '../../lib/toast';
import type { Ctrl } from '../ctrl';
import { cardText } from '../dealer';
import { ofThisSession } from '../session';
import { steps } from '../story';
import { t } from '../text';

/** How many hands one answer has at most. */
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
  /** The newest, or those before the oldest that is listed. */
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
    // Back on the line one came from.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-hand="${id}"]`)?.focus(),
    );
  };
  const open = (id: string) =>
    trying(get<HandData>(`hands/${id}`).then(found => (hand.value = found)));
  return (
    <Dialog title={t('hands_title')} close={() => (ctrl.panel.value = null)} class="drawer">
      {hand.value ? (
        <Story hand={hand.value} close={() => close(hand.value!.id)} />
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

/** This evening's, with what they came to, and the rest. */
function Lists({ hands, open }: ListProps) {
  const count = ofThisSession(hands, Date.now());
  const [now, before] = [hands.slice(0, count), hands.slice(count)];
  return (
    <>
      {now.length > 0 && (
        <section aria-label={t('this_session')}>
          <h3 class="row between">
            {t('this_session')}
            <Net net={now.reduce((sum, line) => sum + line.net, 0)} />
          </h3>
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

function List({ hands, open }: ListProps) {
  return (
    <ul class="hand-list">
      {hands.map(line => (
        <li key={line.id}>
          <button type="button" class="plain" data-hand={line.id} onClick={() => open(line.id)}>
            <span class="when">
              {t('hand_number', { number: line.number })}
              <span class="soft">{timeOfDay(line.ended)}</span>
            </span>
            <span class="minis">
              {line.cards?.map(card => (
                <Card key={card} card={card} />
              ))}
              <span class="gap" />
              {line.board.map(card => (
                <Card key={card} card={card} />
              ))}
            </span>
            <Net net={line.net} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Net({ net }: { net: number }) {
  const sign = net > 0 ? '+' : '';
  return (
    <span class={`net number ${net > 0 ? 'up' : net < 0 ? 'down' : ''}`}>{sign + number(net)}</span>
  );
}

function Story({ hand, close }: { hand: HandData; close(): void }) {
  const all = steps(hand);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  const at = useSignal(0);
  const step = all[Math.min(at.value, all.length - 1)]!;
  const names = new Map(hand.players.map(player => [player.side, player.name]));
  const move = (to: number) => (at.value = Math.max(0, Math.min(all.length - 1, to)));
  const isLast = at.value === all.length - 1;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = {
      ArrowLeft: at.value - 1,
      ArrowRight: at.value + 1,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by);
  };
  const words = t(step.key, {
    name: step.side === null ? '' : (names.get(step.side) ?? ''),
    amount: number(step.amount),
    cards: cardText(step.board.length > 3 ? step.board.slice(-1) : step.board, false),
  });
  const buttons: [IconName, string, number][] = [
    ['first', t('first'), 0],
    ['back', t('previous'), at.value - 1],
    ['next', t('next'), at.value + 1],
    ['last', t('last'), all.length - 1],
  ];
  return (
    <div class="story" ref={ref} tabIndex={-1} onKeyDown={onKeyDown}>
      <div class="row between">
        <button type="button" class="small" onClick={close}>
          <Icon name="back" />
          {t('all_hands')}
        </button>
        <strong>{t('hand_number', { number: hand.number })}</strong>
      </div>
      <p class="happens" aria-live="polite">
        {words}
      </p>
      <div class="minis board-line">
        {step.board.map(card => (
          <Card key={card} card={card} />
        ))}
        <span class="number">
          {t('pot', {
            amount: number(step.gathered + step.seats.reduce((sum, s) => sum + s.wager, 0)),
          })}
        </span>
      </div>
      <ul class="story-seats">
        {hand.players.map(player => {
          const seat = step.seats.find(other => other.side === player.side)!;
          return (
            <li
              key={player.side}
              class={`${seat.isIn ? '' : 'out'} ${step.side === player.side ? 'doing' : ''}`}
            >
              <span class="name">
                <bdi>{player.name.replace(/ \(bot\)$/, '')}</bdi>
                {player.side === hand.button && <span class="mini-button">D</span>}
              </span>
              <span class="minis">
                {player.cards ? (
                  player.cards.map(card => <Card key={card} card={card} />)
                ) : (
                  <>
                    <Card card={null} />
                    <Card card={null} />
                  </>
                )}
              </span>
              <span class="number">{number(seat.stack)}</span>
              <span class="number wagered">{seat.wager ? number(seat.wager) : ''}</span>
              {isLast && <Net net={player.net} />}
            </li>
          );
        })}
      </ul>
      <div class="row steps">
        {buttons.map(([icon, text, to]) => (
          <button
            key={icon}
            type="button"
            class="round"
            aria-label={text}
            disabled={to < 0 || to >= all.length || to === at.value}
            onClick={() => move(to)}
          >
            <Icon name={icon} />
          </button>
        ))}
        <span class="soft number">{t('step', { step: at.value + 1, steps: all.length })}</span>
      </div>
      <p>
        <a href={`/api/hands/${hand.id}/phh`} download={`hand-${hand.id}.phh`}>
          {t('download')}
        </a>
      </p>
    </div>
  );
}
