/** The drawing of a table: felt, sides, board, pots, wagers and the button. */

import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { announce } from '../../lib/parts/announce';
import { lazy } from '../../lib/parts/lazy';
import { Card, cardNames } from '../../lib/parts/card';
import type { GameData, PotData } from '../../lib/wire';
import type { Ctrl } from '../ctrl';
import { beatenBy, nameOf } from '../dealer_lines';
import { winnersOn } from '../result';
import { arrange, type Box, type Layout } from '../layout';
import { bestFive } from '../strength';
import { t } from '../text';
import { Chips } from './chips';
import { BreakScreen } from './level';
import { at, Seat } from './seat';
import { styles } from '../../lib/css';
import clothSheet from '../cloth.module.css';

const css = styles(clothSheet);

const MOST_SIDE_POTS = 2;
/** Number of characters of all pots above which there is no room for their names. */
const MOST_DIGITS = 24;

/** The part of the state that the drawing needs, on the table page and on the page of a finished
 * hand. */
export type Drawing = Pick<
  Ctrl,
  | 'scene'
  | 'view'
  | 'you'
  | 'name'
  | 'chips'
  | 'isPast'
  | 'isWaiting'
  | 'waitText'
  | 'room'
  | 'event'
  | 'roomAt'
  | 'clock'
  | 'panel'
  | 'isInviting'
  | 'invite'
  | 'addBots'
  | 'link'
  | 'ownName'
>;

export function Cloth({ ctrl }: { ctrl: Drawing }) {
  const ref = useRef<HTMLElement>(null);
  const size = useSignal({ width: 900, height: 520 });
  useLayoutEffect(() => {
    const element = ref.current!;
    const measure = () => {
      const { width, height } = element.getBoundingClientRect();
      if (width !== size.peek().width || height !== size.peek().height)
        size.value = { width, height };
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  usePast(ctrl);
  const scene = ctrl.scene.value!;
  const { view, game } = scene;
  const { width, height } = size.value;
  // The drawing does not turn when the user leaves the seat.
  const first = useRef(view.you);
  first.current = view.you ?? first.current;
  const people = peopleOf(ctrl);
  const layout = useMemo(
    () => arrange(width, height, view.sides, first.current ?? 0, people),
    [width, height, view.sides, first.current, people.join()],
  );
  const isCompact = layout.kind !== 'roomy';
  return (
    <section
      ref={ref}
      class={css(
        `cloth ${KINDS[layout.kind]} ${layout.isWide ? 'is-wide' : 'is-tall'} ${
          ctrl.isPast.value ? 'past' : ''
        }`,
      )}
      style={measuresOf(layout)}
      aria-label={ctrl.name}
    >
      <div class={css('felt')} style={inPixels(layout.felt)} />
      <Middle ctrl={ctrl} layout={layout} />
      {game && <Wagers ctrl={ctrl} game={game} layout={layout} />}
      {scene.result && <Payments ctrl={ctrl} layout={layout} />}
      {scene.returned && <Returned ctrl={ctrl} layout={layout} />}
      <ol class={css('seats')} aria-label={t('players')}>
        {layout.seats.map((spot, side) => (
          <Seat key={side} ctrl={ctrl} side={side} spot={spot} isCompact={isCompact} />
        ))}
      </ol>
    </section>
  );
}

/** The sides of people, once the user cannot choose a side any more. Kept sides count. */
function peopleOf(ctrl: Drawing): number[] {
  const { view, game } = ctrl.scene.value!;
  const isChoosing = view.you === null && !ctrl.isWaiting.value && !ctrl.event.value;
  if (isChoosing || ctrl.isInviting.value) return [];
  const sides = new Set(view.seats.map(({ side }) => side));
  for (const { side } of game?.players ?? []) sides.add(side);
  for (const { side } of ctrl.room.value?.reserved ?? []) sides.add(side);
  return [...sides].sort((one, other) => one - other);
}

/** The tight kind is the compact one with lower slots. */
const KINDS = { roomy: 'roomy', compact: 'compact', tight: 'compact tight' };

const px = (value: number): string => `${value.toFixed(1)}px`;

/** CSS variables for the style sheet. */
const measuresOf = (layout: Layout): Record<string, string> => ({
  '--letter': px(layout.letter),
  '--plate-w': px(layout.plate),
  '--own-plate': px(layout.ownPlate),
  '--plate-h': px(layout.plateHeight),
  '--under': px(layout.lineWidth),
  '--hole': px(layout.hole),
  '--own': px(layout.own),
  '--board': px(layout.board),
  '--boards': px(layout.boards),
});

const inPixels = ({ x, y, w, h }: Box): Record<string, string> => ({
  left: px(x),
  top: px(y),
  width: px(w),
  height: px(h),
});

/** Marks the last hand as past after the usual time if the next one cannot start. */
function usePast(ctrl: Drawing): void {
  const waitText = ctrl.scene.value!.result && ctrl.waitText.value;
  const hand = ctrl.view.value!.hand;
  useEffect(() => {
    ctrl.isPast.value = false;
    if (!waitText) return;
    const timer = setTimeout(() => {
      ctrl.isPast.value = true;
      announce(waitText);
    }, ctrl.room.peek()?.show_time);
    return () => clearTimeout(timer);
  }, [waitText, hand]);
}

const Invite = lazy(() => import('./invite').then(found => found.Invite));

/** Width of the pot with chips, in letters. */
const POT = 16.5;
/** Width of three pots with names and amounts, in letters. */
const POTS = 30;

const isNarrow = ({ kind, middle, letter }: Layout): boolean =>
  kind !== 'roomy' || middle.w < POTS * letter;

function Middle({ ctrl, layout }: { ctrl: Drawing; layout: Layout }) {
  const { game, second, result, view, rabbit } = ctrl.scene.value!;
  const event = ctrl.event.value;
  const isInviting = !game && ctrl.isInviting.value;
  const isBreak = !!event?.rest && !view.game && (!game || ctrl.isPast.value);
  return (
    <div
      class={css(second ? 'middle two' : 'middle')}
      style={inPixels(isInviting ? layout.center : second ? layout.taller : layout.middle)}
    >
      {isBreak ? (
        <BreakScreen ctrl={ctrl} event={event} />
      ) : game ? (
        <>
          {ctrl.isPast.value ? (
            <p class={css('quiet')}>{ctrl.waitText.value}</p>
          ) : (
            <Pots
              ctrl={ctrl}
              game={game}
              isCompact={isNarrow(layout)}
              hasChips={layout.middle.w > POT * layout.letter}
            />
          )}
          <Board
            cards={game.board}
            label={t('board')}
            rabbit={rabbit ?? []}
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
      ) : isInviting ? (
        <Invite ctrl={ctrl} room={layout.center} />
      ) : (
        <p class={css('quiet')}>{ctrl.waitText.value}</p>
      )}
    </div>
  );
}

/** The winning cards on a board. Null if several hands share the pot. */
function winningCards(game: GameData, board: string[], won: Set<number>): Set<string> | null {
  const winner = game.players.find(player => won.has(player.side));
  if (won.size !== 1 || !winner?.cards || board.length < 5) return null;
  return new Set(bestFive([...winner.cards, ...board]));
}

interface BoardProps {
  cards: string[];
  label: string;
  best: Set<string> | null;
  /** Board cards that would have come. */
  rabbit?: readonly string[];
}

function Board({ cards, label, best, rabbit = [] }: BoardProps) {
  return (
    <div
      class={css('board')}
      role="group"
      aria-label={cards.length ? `${label}: ${cardNames(cards)}` : label}
    >
      {[0, 1, 2, 3, 4].map(place => {
        const card = cards[place];
        const missed = rabbit[place - cards.length];
        if (!card && missed) return <Card key={missed} card={missed} class={css('rabbit fall')} />;
        if (!card) return <span key={place} class={css('slot')} aria-hidden="true" />;
        return (
          <Card
            key={card}
            card={card}
            class={css(best ? (best.has(card) ? 'best' : 'dim') : `fall n${place < 3 ? place : 0}`)}
          />
        );
      })}
    </div>
  );
}

interface PotsProps {
  ctrl: Drawing;
  game: GameData;
  isCompact: boolean;
  hasChips: boolean;
}

/** The whole pot and this round's share of it, then the side pots or the winning hand. */
function Pots({ ctrl, game, isCompact, hasChips }: PotsProps) {
  const { result } = ctrl.scene.value!;
  const round = game.players.reduce((sum, { wager }) => sum + wager, 0);
  // The newest pot is the running one, but players name the main pot first.
  const pots = [...game.side_pots]
    .reverse()
    .concat(game.running_pot)
    .filter(pot => pot.amount);
  const amount = ctrl.chips(round);
  return (
    <div class={css('pots')} role="group" aria-label={t('pots')}>
      <span class={css(result ? 'pot number paid' : 'pot number')}>
        {hasChips && <Chips amount={game.pot} most={isCompact ? 1 : undefined} />}
        <span>{t('pot', { amount: ctrl.chips(game.pot) })}</span>
        {round > 0 && round < game.pot && (
          <span class={css('round-pot')}>
            {isCompact && <span aria-hidden="true">+{amount}</span>}
            <span class={isCompact ? 'unseen' : ''}>{t('this_round', { amount })}</span>
          </span>
        )}
      </span>
      {result && <Winning ctrl={ctrl} game={game} />}
      {pots.length > 1 && !result && <SidePots ctrl={ctrl} pots={pots} isCompact={isCompact} />}
    </div>
  );
}

/** Main pot and side pots. Many side pots are added up. */
function SidePots({
  ctrl,
  pots,
  isCompact,
}: Omit<PotsProps, 'game' | 'hasChips'> & { pots: PotData[] }) {
  const [main = 0, ...others] = pots.map(({ amount }) => amount);
  const sum = others.reduce((all, amount) => all + amount, 0);
  const isSummed = others.length > MOST_SIDE_POTS;
  const amounts = [main, ...(isSummed ? [sum] : others)].map(ctrl.chips);
  if (isCompact || amounts.join('').length > MOST_DIGITS)
    return <span class={css('side-pots number')}>{amounts.join(' + ')}</span>;
  return (
    <span class={css('side-pots number')}>
      <span>{t('main_pot', { amount: ctrl.chips(main) })}</span>
      {isSummed ? (
        <span>{t('side_pots', { count: others.length, amount: ctrl.chips(sum) })}</span>
      ) : (
        others.map((amount, index) => (
          <span key={index}>{t('side_pot', { amount: ctrl.chips(amount) })}</span>
        ))
      )}
    </span>
  );
}

/** The name of the winning hand, per board. */
function Winning({ ctrl, game }: { ctrl: Drawing; game: GameData }) {
  const names = new Set<string>();
  const { second, result } = ctrl.scene.value!;
  if (result?.status === 'showdown')
    [game.board, ...(second ? [second] : [])].forEach((board, at) => {
      const won = winnersOn(result, at);
      const beaten = beatenBy(won, game.players);
      for (const { side, cards } of game.players)
        if (cards && won.has(side)) names.add(nameOf(cards, board, beaten));
    });
  // More than two names do not fit in a line. The dealer's lines have all of them.
  if (!names.size || names.size > 2) return null;
  return (
    <span class={css('winnings')}>
      {[...names].map(name => (
        <span key={name} class={css('winning')}>
          {name}
        </span>
      ))}
    </span>
  );
}

interface InPlaces {
  ctrl: Drawing;
  layout: Layout;
}

function Wagers({ ctrl, game, layout }: InPlaces & { game: GameData }) {
  const { sweeping, view } = ctrl.scene.value!;
  return (
    <>
      {game.players.map(({ side, wager }) => {
        const [seat, place] = [layout.seats[side], layout.wagers[side]];
        // Without room for chips the plate shows the wager.
        if (!wager || !seat || !place || (layout.kind !== 'roomy' && side !== view.you))
          return null;
        const from = { '--sx': seat.x.toFixed(2), '--sy': seat.y.toFixed(2) };
        return (
          <span
            key={`${view.hand}.${side}`}
            class={css(`wager ${sweeping ? 'swept' : ''}`)}
            style={{ ...at(place), ...from }}
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

/** The pots on their way to the winners. */
function Payments({ ctrl, layout }: InPlaces) {
  const { result, view } = ctrl.scene.value!;
  return (
    <>
      {[...result!.won].map(([side, share]) => {
        const place = layout.seats[side];
        return (
          place && (
            <span
              key={`${view.hand}.${side}`}
              class={css('payment')}
              style={at(place)}
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

/** Horizontal offset in percent, because the user's own cards lie behind the wager. */
const ASIDE = 15;

/** The uncalled part of a bet on its way back. */
function Returned({ ctrl, layout }: InPlaces) {
  const { returned, view } = ctrl.scene.value!;
  const { side, amount } = returned!;
  const wager = layout.wagers[side];
  if (!wager) return null;
  const spot = side === view.you ? { x: wager.x - ASIDE, y: wager.y } : wager;
  return (
    <span
      class={css('returned')}
      style={{ ...at(spot), '--sx': '50', '--sy': '45' }}
      aria-hidden="true"
    >
      <Chips amount={amount} />
      <span class="number">↩ {ctrl.chips(amount)}</span>
    </span>
  );
}
