/** One side of the table: player, cards, chips and last act. */

import { Avatar } from '../../lib/parts/avatar';
import { Card, cardNames } from '../../lib/parts/card';
import { Icon } from '../../lib/parts/icon';
import { noteOf } from '../../lib/net/notes';
import type { PlayerData, SeatData } from '../../lib/wire';
import { nameOf } from '../dealer_lines';
import type { Spot } from '../layout';
import { winnersOn } from '../result';
import { bestFive } from '../strength';
import { t, type TextKey } from '../text';
import { Chips } from './chips';
import { Ring, SecondsLeft } from './clock';
import type { Drawing } from './cloth';
import { styles } from '../../lib/css';
import clothSheet from '../cloth.module.css';

const css = styles(clothSheet);

interface Props {
  ctrl: Drawing;
  side: number;
  spot: Spot;
  /** Whether wagers are shown below the plate. */
  isCompact: boolean;
}

/** A place as CSS variables. */
export const at = ({ x, y }: Spot): Record<string, string> => ({
  '--x': x.toFixed(2),
  '--y': y.toFixed(2),
});

/** Numbers of characters above which a stack is written smaller. */
const [LONG, LONGEST] = [8, 10];
/** Numbers of characters above which the user's own name is written smaller, instead of being cut. */
const [LONG_NAME, LONGEST_NAME] = [12, 16];
const lengthOf = ({ length }: string): string =>
  length > LONGEST_NAME ? 'long longest' : length > LONG_NAME ? 'long' : '';
/** Number of characters of a word with an amount that fit below a small plate. */
const MOST_IN_TAG = 6;

export function Seat({ ctrl, side, spot, isCompact }: Props) {
  const scene = ctrl.scene.value!;
  const { view } = scene;
  const seat = view.seats.find(other => other.side === side);
  const player = scene.game?.players.find(other => other.side === side) ?? null;
  if (!seat) return <EmptySide ctrl={ctrl} side={side} spot={spot} isCompact={isCompact} />;
  const isYou = side === view.you;
  const clock = ctrl.clock.value;
  const twice = view.game?.twice;
  const isAsked =
    view.to_act === side || !!(twice?.sides.includes(side) && !twice.agreed.includes(side));
  // The user's own clock is a bar at the buttons.
  const timed = isAsked && !isYou && clock?.sides.includes(side) ? clock : null;
  const won = scene.result?.won.get(side);
  const isOut = !player || player.role === 'F';
  const classes = [
    'seat',
    isYou && 'you',
    isAsked && 'asked',
    isOut && 'out',
    won && 'winner',
    player && !player.stack && 'all-in',
  ];
  const about = isYou ? undefined : noteOf(seat.name);
  const mark = about?.colour;
  const stack = ctrl.chips(player ? player.stack : seat.stack);
  return (
    <li
      class={css(...classes)}
      data-side={side}
      style={at(spot)}
      aria-current={isAsked ? 'step' : undefined}
    >
      <Hole ctrl={ctrl} player={player} isYou={isYou} />
      <div class={css('plate')}>
        <span
          class={css(`portrait ${mark ? `mark-${mark}` : ''}`)}
          title={isYou ? '' : about?.text}
        >
          <Avatar name={seat.name} />
          {timed && <Ring clock={timed} />}
          {view.button === side && (
            <span class={css('button-disc')}>
              <span aria-hidden="true">D</span>
              <span class="unseen">{t('button')}: </span>
            </span>
          )}
          {isCompact && !isYou && <Blind ctrl={ctrl} side={side} />}
        </span>
        <span class={css(`name ${lengthOf(seat.name)}`)}>
          <bdi>{seat.bot ? seat.name.replace(/ \(bot\)$/, '') : seat.name}</bdi>
          {seat.bot && <Icon name="bot" />}
          {seat.bot && <span class="unseen"> ({t('bot')})</span>}
        </span>
        <span class={css('worth')}>
          {(!isCompact || isYou) && <Blind ctrl={ctrl} side={side} />}
          <span
            class={css(
              'stack number',
              stack.length > LONG && 'long',
              stack.length > LONGEST && 'longest',
            )}
          >
            {stack}
          </span>
        </span>
        {isAsked && <span class="unseen">{t('to_act')}</span>}
      </div>
      <span class={css('under')}>
        {timed ? (
          <SecondsLeft clock={timed} />
        ) : (
          <Tag ctrl={ctrl} seat={seat} player={player} tellsWager={isCompact && !isYou} />
        )}
        <Chance ctrl={ctrl} side={side} />
        {isYou && <HandName ctrl={ctrl} player={player} />}
      </span>
    </li>
  );
}

/** Marks for the small and big blind. */
function Blind({ ctrl, side }: { ctrl: Drawing; side: number }) {
  const game = ctrl.scene.value!.game;
  const key = game?.big === side ? 'mark.big' : game?.small === side ? 'mark.small' : null;
  if (!key) return null;
  return (
    <abbr class={css('blind')} title={t(key === 'mark.big' ? 'big_blind' : 'small_blind')}>
      {t(key)}
    </abbr>
  );
}

function EmptySide({ ctrl, side, spot, isCompact }: Props) {
  const kept = ctrl.room.value?.reserved.find(one => one.side === side);
  if (kept)
    return (
      <li class={css('seat empty')} data-side={side} style={at(spot)}>
        <span class={css('kept')}>
          <Avatar name={kept.name} />
          <bdi>{kept.name}</bdi>
          <span class="soft">{t('next_hand')}</span>
        </span>
      </li>
    );
  if (ctrl.you.value !== null && ctrl.isInviting.value)
    return (
      <li class={css('seat empty')} data-side={side} style={at(spot)}>
        <button type="button" class={css('sit')} onClick={() => ctrl.invite()}>
          <Icon name="link" />
          {t('invite')}
        </button>
      </li>
    );
  const canSit = ctrl.you.value === null && !ctrl.isWaiting.value && !ctrl.event.value;
  return (
    <li class={css('seat empty')} data-side={side} style={at(spot)}>
      {canSit ? (
        <button
          type="button"
          class={css('sit')}
          aria-label={t('sit_at', { side: side + 1 })}
          onClick={() => (ctrl.panel.value = { sit: side })}
        >
          <Icon name="plus" />
          {t(isCompact ? 'sit_short' : 'sit_here')}
        </button>
      ) : (
        <span class={css('nobody')}>
          <span class="unseen">{t('empty_side', { side: side + 1 })}</span>
        </span>
      )}
    </li>
  );
}

function Hole({
  ctrl,
  player,
  isYou,
}: {
  ctrl: Drawing;
  player: PlayerData | null;
  isYou: boolean;
}) {
  const { view, game, result, peeked, mucked } = ctrl.scene.value!;
  if (!player || !game) return null;
  const { cards, role, side } = player;
  const hand = view.hand;
  const one = peeked.get(side);
  if (!cards && one)
    return (
      <div class={css('hole shown')} key={`${hand}?`}>
        <span class="unseen">{t('cards_of', { cards: cardNames([one]) })}</span>
        <span class={css('fan')} aria-hidden="true">
          <Card card={one} label="" />
          <Card card={null} label="" />
        </span>
      </div>
    );
  if (!cards) {
    const isMucked = role === 'F';
    if (isMucked && mucked !== side) return null;
    return (
      <div
        class={css(isMucked ? 'hole hidden mucked' : 'hole hidden')}
        key={hand}
        role="img"
        aria-hidden={isMucked}
        aria-label={t('two_hidden')}
      >
        <span class="card back" />
        <span class="card back" />
      </div>
    );
  }
  if (role === 'F' && !isYou && !result) return null;
  const won = boardsWon(ctrl, side);
  const best = new Set(won.flatMap(board => bestFive([...cards, ...board])));
  const isOver = result?.status === 'showdown';
  const markOf = (card: string) => (!isOver ? '' : best.has(card) ? 'best' : 'dim');
  return (
    <div
      class={css(`hole shown ${role === 'F' ? 'folded' : ''}`)}
      key={`${hand}${isYou ? '' : '!'}`}
    >
      <span class="unseen">{t('cards_of', { cards: cardNames(cards) })}</span>
      <span class={css('fan')} aria-hidden="true">
        {cards.map(card => (
          <Card key={card} card={card} class={css(markOf(card))} label="" />
        ))}
      </span>
    </div>
  );
}

/** The name of the user's hand. The hands of other winners are named in the middle. */
function HandName({ ctrl, player }: { ctrl: Drawing; player: PlayerData | null }) {
  const { game, second } = ctrl.scene.value!;
  if (!player?.cards || !game || player.role === 'F') return null;
  const won = boardsWon(ctrl, player.side);
  const boards = won.length ? won : [game.board, second ?? game.board];
  const names = new Set(boards.map(board => nameOf(player.cards!, board)));
  const name = [...names].join(' · ');
  return (
    <span key={name} class={css('named')}>
      {name}
    </span>
  );
}

/** The boards on which this side won at showdown. */
function boardsWon(ctrl: Drawing, side: number): string[][] {
  const { game, second, result } = ctrl.scene.value!;
  if (!game || result?.status !== 'showdown') return [];
  const boards = second ? [game.board, second] : [game.board];
  return boards.filter((_, at) => winnersOn(result, at).has(side));
}

interface TagProps {
  ctrl: Drawing;
  seat: SeatData;
  player: PlayerData | null;
  tellsWager: boolean;
}

/** The last act of a player, or the reason why the player is not in the hand. */
function Tag({ ctrl, seat, player, tellsWager }: TagProps) {
  const { view, tags, result, sweeping } = ctrl.scene.value!;
  const won = result?.won.get(seat.side);
  if (won)
    return <span class={css('tag won number')}>{t('won', { amount: ctrl.chips(won) })}</span>;
  if (player && view.game) {
    if (ctrl.room.value?.absent.includes(seat.side))
      return <span class={css('tag why')}>{t('absent')}</span>;
    const isAllIn = player.role === 'N' || player.role === 'O';
    const key = isAllIn ? 'AA' : player.role === 'F' ? 'FO' : tags.get(seat.side);
    const word = key ? t(`tag.${key}` as TextKey) : '';
    if (!tellsWager || !player.wager || key === 'FO')
      return key ? <span class={css(`tag ${key}`)}>{word}</span> : null;
    const amount = ctrl.chips(player.wager);
    return (
      <span class={css(`tag bet number ${key ?? ''} ${sweeping ? 'swept' : ''}`)}>
        <Chips amount={player.wager} most={1} />
        {word.length + amount.length <= MOST_IN_TAG && word} {amount}
      </span>
    );
  }
  const why = whyNot(seat, ctrl.room.value?.absent ?? []);
  return why && <span class={css('tag why')}>{t(why)}</span>;
}

function whyNot(seat: SeatData, absent: number[]): TextKey | null {
  if (absent.includes(seat.side)) return 'absent';
  if (seat.leaving || seat.status === 'SitoutNextHand') return 'leaving';
  if (seat.sit_out) return 'away';
  if (!seat.stack) return 'broke';
  if (seat.owes && !seat.posts) return 'waits_big';
  if (seat.status === 'WaitOthers') return 'waits_others';
  return null;
}

function Chance({ ctrl, side }: { ctrl: Drawing; side: number }) {
  const percent = ctrl.scene.value!.equity?.get(side);
  if (percent === undefined) return null;
  return (
    <span class={css('chance number')}>
      <span aria-hidden="true">{t('chance', { percent })}</span>
      <span class="unseen">{t('chance_of', { percent })}</span>
    </span>
  );
}
