/** One side of the table: who sits there, their cards, their chips, and what they did. */

import { Card, cardNames } from '../../lib/card';
import { Icon } from '../../lib/icon';
import type { PlayerData, SeatData } from '../../lib/wire';
import { nameOf } from '../dealer';
import type { Spot } from '../place';
import { winnersOn } from '../result';
import { bestFive } from '../strength';
import { t, type TextKey } from '../text';
import { TimeBar } from './clock';
import type { Laid } from './cloth';

interface Props {
  ctrl: Laid;
  side: number;
  spot: Spot;
}

/** A place on the cloth, for the style sheet to measure by. */
export const at = ({ x, y }: Spot): Record<string, string> => ({
  '--x': x.toFixed(2),
  '--y': y.toFixed(2),
});

export function Seat({ ctrl, side, spot }: Props) {
  const scene = ctrl.scene.value!;
  const { view } = scene;
  const seat = view.seats.find(other => other.side === side);
  const player = scene.game?.players.find(other => other.side === side) ?? null;
  if (!seat) return <EmptySide ctrl={ctrl} side={side} spot={spot} />;
  const isYou = side === view.you;
  const clock = ctrl.clock.value;
  const twice = view.game?.twice;
  const isAsked =
    view.to_act === side || !!(twice?.sides.includes(side) && !twice.agreed.includes(side));
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
  return (
    <li
      class={classes.filter(Boolean).join(' ')}
      data-side={side}
      style={at(spot)}
      aria-current={isAsked ? 'step' : undefined}
    >
      <Hole ctrl={ctrl} player={player} isYou={isYou} />
      <div class="plate">
        <span class="name">
          {view.button === side && <span class="unseen">{t('button')}: </span>}
          <bdi>{seat.bot ? seat.name.replace(/ \(bot\)$/, '') : seat.name}</bdi>
          {seat.bot && <Icon name="bot" />}
          {seat.bot && <span class="unseen"> ({t('bot')})</span>}
        </span>
        <span class="worth">
          <span class="stack number">{ctrl.chips(player ? player.stack : seat.stack)}</span>
          <Tag ctrl={ctrl} seat={seat} player={player} />
          <Chance ctrl={ctrl} side={side} />
        </span>
        {isAsked && <span class="unseen">{t('to_act')}</span>}
        {isAsked && clock?.sides.includes(side) && <TimeBar clock={clock} />}
      </div>
      {isYou && <HandName ctrl={ctrl} player={player} />}
    </li>
  );
}

function EmptySide({ ctrl, side, spot }: Props) {
  const canSit = ctrl.you.value === null && !ctrl.isWaiting.value && !ctrl.event.value;
  return (
    <li class="seat empty" data-side={side} style={at(spot)}>
      {canSit ? (
        <button
          type="button"
          class="sit"
          aria-label={t('sit_at', { side: side + 1 })}
          onClick={() => (ctrl.panel.value = { sit: side })}
        >
          <Icon name="plus" />
          {t('sit_here')}
        </button>
      ) : (
        <span class="nobody">
          <span class="unseen">{t('empty_side', { side: side + 1 })}</span>
        </span>
      )}
    </li>
  );
}

function Hole({ ctrl, player, isYou }: { ctrl: Laid; player: PlayerData | null; isYou: boolean }) {
  const { view, game, result } = ctrl.scene.value!;
  if (!player || !game) return null;
  const { cards, role, side } = player;
  const hand = view.hand;
  if (!cards) {
    if (role === 'F') return null;
    return (
      <div class="hole hidden" key={hand} role="img" aria-label={t('two_hidden')}>
        <span class="card back" />
        <span class="card back" />
      </div>
    );
  }
  if (role === 'F' && !isYou && !result) return null;
  const won = boardsWon(ctrl, side);
  const best = won.length ? new Set(won.flatMap(board => bestFive([...cards, ...board]))) : null;
  return (
    <div class={`hole shown ${role === 'F' ? 'folded' : ''}`} key={`${hand}${isYou ? '' : '!'}`}>
      <span class="unseen">{t('cards_of', { cards: cardNames(cards) })}</span>
      <span class="fan" aria-hidden="true">
        {cards.map(card => (
          <Card key={card} card={card} class={best && !best.has(card) ? 'dim' : ''} label="" />
        ))}
      </span>
    </div>
  );
}

/** One's own hand by its name. What others won with is said in the middle. */
function HandName({ ctrl, player }: { ctrl: Laid; player: PlayerData | null }) {
  const { game, second } = ctrl.scene.value!;
  if (!player?.cards || !game || player.role === 'F') return null;
  const won = boardsWon(ctrl, player.side);
  const boards = won.length ? won : [game.board, second ?? game.board];
  const names = new Set(boards.map(board => nameOf(player.cards!, board)));
  return <span class="named">{[...names].join(' · ')}</span>;
}

/** The boards that somebody has won on with the better hand. */
export function boardsWon(ctrl: Laid, side: number): string[][] {
  const { game, second, result } = ctrl.scene.value!;
  if (!game || result?.status !== 'showdown') return [];
  const boards = second ? [game.board, second] : [game.board];
  return boards.filter((_, at) => winnersOn(result, at).has(side));
}

/** What somebody did last, or why they are not playing. */
function Tag({ ctrl, seat, player }: { ctrl: Laid; seat: SeatData; player: PlayerData | null }) {
  const { view, tags, result } = ctrl.scene.value!;
  const won = result?.won.get(seat.side);
  if (won) return <span class="tag won number">{t('won', { amount: ctrl.chips(won) })}</span>;
  if (player && view.game) {
    if (ctrl.room.value?.absent.includes(seat.side))
      return <span class="tag why">{t('absent')}</span>;
    const isAllIn = player.role === 'N' || player.role === 'O';
    const key = isAllIn ? 'AA' : player.role === 'F' ? 'FO' : tags.get(seat.side);
    return key ? <span class={`tag ${key}`}>{t(`tag.${key}` as TextKey)}</span> : null;
  }
  const why = whyNot(seat, ctrl.room.value?.absent ?? []);
  return why && <span class="tag why">{t(why)}</span>;
}

function whyNot(seat: SeatData, absent: number[]): TextKey | null {
  if (absent.includes(seat.side)) return 'absent';
  if (seat.leaving || seat.status === 'SitoutNextHand') return 'leaving';
  if (seat.away) return 'away';
  if (!seat.stack) return 'broke';
  if (seat.owes && !seat.posts) return 'waits_big';
  if (seat.status === 'WaitOthers') return 'waits_others';
  return null;
}

function Chance({ ctrl, side }: { ctrl: Laid; side: number }) {
  const percent = ctrl.scene.value!.equity?.get(side);
  if (percent === undefined) return null;
  return (
    <span class="chance number">
      <span aria-hidden="true">{t('chance', { percent })}</span>
      <span class="unseen">{t('chance_of', { percent })}</span>
    </span>
  );
}
