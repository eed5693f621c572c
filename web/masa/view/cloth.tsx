/** The table itself: felt, sides, board, pots, wagers and the button. */

import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { announce } from '../../lib/announce';
import { Card, cardNames } from '../../lib/card';
import type { GameData, PotData } from '../../lib/wire';
import type { Ctrl } from '../ctrl';
import { nameOf } from '../dealer';
import { winnersOn } from '../result';
import { spots, type Shape, type Spots } from '../place';
import { bestFive } from '../strength';
import { t } from '../text';
import { Chips } from './chips';
import { BreakScreen } from './level';
import { at, boardsWon, Seat } from './seat';

const MOST_SIDE_POTS = 2;

/** What the cloth is drawn from, at a table and on the page of a finished hand. */
export type Laid = Pick<
  Ctrl,
  | 'scene'
  | 'view'
  | 'you'
  | 'name'
  | 'chips'
  | 'isPast'
  | 'isWaiting'
  | 'waits'
  | 'room'
  | 'event'
  | 'toldAt'
  | 'clock'
  | 'panel'
>;

export function Cloth({ ctrl }: { ctrl: Laid }) {
  const ref = useRef<HTMLElement>(null);
  const shape = useSignal<Shape>('wide');
  useLayoutEffect(() => {
    const element = ref.current!;
    const measure = () => {
      const { width, height } = element.getBoundingClientRect();
      shape.value = width > height * 1.1 ? 'wide' : 'tall';
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  usePast(ctrl);
  const scene = ctrl.scene.value!;
  const { view, game } = scene;
  const places = spots(view.sides, view.you, shape.value);
  const button = view.button === null ? null : places[view.button];
  const crowd = view.sides > 6 ? 'many' : 'few';
  return (
    <section
      ref={ref}
      class={`cloth is-${shape.value} ${crowd} ${ctrl.isPast.value ? 'past' : ''}`}
      aria-label={ctrl.name}
    >
      <div class="felt" />
      <Middle ctrl={ctrl} />
      {game && <Wagers ctrl={ctrl} game={game} places={places} />}
      {scene.result && <Payments ctrl={ctrl} places={places} />}
      {scene.returned && <Returned ctrl={ctrl} places={places} />}
      {button && (
        <span class="button-disc" style={at(button.button)} aria-hidden="true">
          D
        </span>
      )}
      <ol class="seats" aria-label={t('players')}>
        {places.map((place, side) => (
          <Seat key={side} ctrl={ctrl} side={side} spot={place.seat} />
        ))}
      </ol>
    </section>
  );
}

/** When a hand has been looked at for as long as usual, and the next one cannot begin. */
function usePast(ctrl: Laid): void {
  const waits = ctrl.scene.value!.result && ctrl.waits.value;
  const hand = ctrl.view.value!.hand;
  useEffect(() => {
    ctrl.isPast.value = false;
    if (!waits) return;
    const timer = setTimeout(() => {
      ctrl.isPast.value = true;
      announce(waits);
    }, ctrl.room.peek()?.show_time);
    return () => clearTimeout(timer);
  }, [waits, hand]);
}

function Middle({ ctrl }: { ctrl: Laid }) {
  const { game, second, result, view } = ctrl.scene.value!;
  const event = ctrl.event.value;
  const isBreak = !!event?.rest && !view.game && (!game || ctrl.isPast.value);
  return (
    <div class="middle">
      {isBreak ? (
        <BreakScreen ctrl={ctrl} event={event} />
      ) : game ? (
        <>
          {ctrl.isPast.value ? (
            <p class="quiet">{ctrl.waits.value}</p>
          ) : (
            <Pots ctrl={ctrl} game={game} />
          )}
          <Board
            cards={game.board}
            label={t('board')}
            best={result && winningCards(game, game.board, winnersOn(result, 0))}
          />
          {second && (
            <Board
              cards={second}
              label={t('second_board')}
              best={result && winningCards(game, second, winnersOn(result, 1))}
            />
          )}
        </>
      ) : (
        <p class="quiet">{ctrl.waits.value}</p>
      )}
    </div>
  );
}

/** The cards that won on a board, if one hand alone did. */
function winningCards(game: GameData, board: string[], won: Set<number>): Set<string> | null {
  const winner = game.players.find(player => won.has(player.side));
  if (won.size !== 1 || !winner?.cards || board.length < 5) return null;
  return new Set(bestFive([...winner.cards, ...board]));
}

interface BoardProps {
  cards: string[];
  label: string;
  best: Set<string> | null;
}

function Board({ cards, label, best }: BoardProps) {
  return (
    <div
      class="board"
      role="group"
      aria-label={cards.length ? `${label}: ${cardNames(cards)}` : label}
    >
      {[0, 1, 2, 3, 4].map(place => {
        const card = cards[place];
        if (!card) return <span key={place} class="slot" aria-hidden="true" />;
        return (
          <Card
            key={card}
            card={card}
            class={best ? (best.has(card) ? 'best' : 'dim') : `fall n${place < 3 ? place : 0}`}
          />
        );
      })}
    </div>
  );
}

function Pots({ ctrl, game }: { ctrl: Laid; game: GameData }) {
  const { result, sweeping } = ctrl.scene.value!;
  const gathered = game.running_pot.amount + game.side_pots.reduce((sum, p) => sum + p.amount, 0);
  // The newest pot is the running one; people say the main pot first.
  const pots = [...game.side_pots]
    .reverse()
    .concat(game.running_pot)
    .filter(pot => pot.amount);
  return (
    <div class="pots" role="group" aria-label={t('pots')}>
      <span class="pot number">
        {gathered > 0 && !result && (
          <span class={sweeping ? 'heap busy' : 'heap'}>
            <Chips amount={gathered} />
          </span>
        )}
        {t('pot', { amount: ctrl.chips(game.pot) })}
      </span>
      {result && <Winning ctrl={ctrl} game={game} />}
      {pots.length > 1 && !result && <SidePots ctrl={ctrl} pots={pots} />}
    </div>
  );
}

/** Each by itself; where they are many, those beside the main pot together. */
function SidePots({ ctrl, pots }: { ctrl: Laid; pots: PotData[] }) {
  const [main, ...others] = pots.map(({ amount }) => amount);
  const sum = others.reduce((all, amount) => all + amount, 0);
  return (
    <span class="side-pots number">
      <span>{t('main_pot', { amount: ctrl.chips(main!) })}</span>
      {others.length > MOST_SIDE_POTS ? (
        <span>{t('side_pots', { count: others.length, amount: ctrl.chips(sum) })}</span>
      ) : (
        others.map((amount, index) => (
          <span key={index}>{t('side_pot', { amount: ctrl.chips(amount) })}</span>
        ))
      )}
    </span>
  );
}

/** What the pot was won with. */
function Winning({ ctrl, game }: { ctrl: Laid; game: GameData }) {
  const names = new Set<string>();
  for (const { side, cards } of game.players)
    if (cards) for (const board of boardsWon(ctrl, side)) names.add(nameOf(cards, board));
  // More than two are too many for one line; the dealer says them.
  return names.size && names.size <= 2 ? (
    <span class="winning">{[...names].join(' · ')}</span>
  ) : null;
}

interface InPlaces {
  ctrl: Laid;
  places: Spots[];
}

function Wagers({ ctrl, game, places }: InPlaces & { game: GameData }) {
  const { sweeping, view } = ctrl.scene.value!;
  return (
    <>
      {game.players.map(({ side, wager }) => {
        const place = places[side];
        if (!wager || !place) return null;
        const from = { '--sx': place.seat.x.toFixed(2), '--sy': place.seat.y.toFixed(2) };
        return (
          <span
            key={`${view.hand}.${side}`}
            class={`wager ${sweeping ? 'swept' : ''}`}
            style={{ ...at(place.wager), ...from }}
          >
            <Chips amount={wager} />
            <span class="number">
              <span class="unseen">{t('wager', { amount: '' })}</span>
              {ctrl.chips(wager)}
            </span>
          </span>
        );
      })}
    </>
  );
}

/** The pot on its way to whoever won it. */
function Payments({ ctrl, places }: InPlaces) {
  const { result, view } = ctrl.scene.value!;
  return (
    <>
      {[...result!.won].map(([side, share]) => {
        const place = places[side];
        return (
          place && (
            <span
              key={`${view.hand}.${side}`}
              class="payment"
              style={at(place.wager)}
              aria-hidden="true"
            >
              <Chips amount={share} />
            </span>
          )
        );
      })}
    </>
  );
}

/** How far beside one's own wager, whose cards are in the way, in hundredths. */
const ASIDE = 15;

/** What nobody called, on its way back to whoever bet it. */
function Returned({ ctrl, places }: InPlaces) {
  const { returned, view } = ctrl.scene.value!;
  const { side, amount } = returned!;
  const place = places[side];
  if (!place) return null;
  const { seat, wager } = place;
  const spot =
    side === view.you
      ? { x: wager.x - ASIDE, y: wager.y }
      : { x: (seat.x + wager.x) / 2, y: (seat.y + wager.y) / 2 };
  const from = { '--sx': wager.x.toFixed(2), '--sy': wager.y.toFixed(2) };
  return (
    <span class="returned" style={{ ...at(spot), ...from }} aria-hidden="true">
      <Chips amount={amount} />
      <span class="number">↩ {ctrl.chips(amount)}</span>
    </span>
  );
}
