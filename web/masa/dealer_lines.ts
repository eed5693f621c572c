/** The dealer's lines, one per event. A line becomes text only when it is read, so that it follows
 * the language and the unit. */

import { cardName } from '../lib/parts/card';
import type { Event, PlayerData, ViewData } from '../lib/wire';
import { actKey } from './act';
import { amount } from './amount';
import { winnings } from './result';
import { decidingKicker, named, type Named } from './strength';
import { t, type TextKey } from './text';

/** A line as text: short for display (A♠), in full for screen readers (ace of spades). */
export type Line = (isSpoken: boolean) => string;

const SIGNS: Record<string, string> = { c: '♣', d: '♦', h: '♥', s: '♠' };

export function cardText(cards: readonly string[], isSpoken: boolean): string {
  if (isSpoken) return cards.map(cardName).join(', ');
  return cards.map(card => `${card[0] === 'T' ? '10' : card[0]}${SIGNS[card[1]!]}`).join(' ');
}

/** The name of a hand: "two pair, aces and eights". */
export function handText(hand: Named): string {
  const [first = '', second = ''] = hand.ranks;
  const isOne = hand.category === 'high' || /^(straight|flush|straight_flush)$/.test(hand.category);
  const word = (rank: string) => rank && t(`${isOne ? 'one' : 'many'}.${rank}` as TextKey);
  const text = t(`hand.${hand.category}`, { first: word(first), second: word(second) });
  return text.replace(/^a (?=[ae])/, 'an ');
}

/** The name of the hand made of these cards and the board. Empty if there is none. The kicker is named
 * if it decides against one of the *beaten* hands. */
export function nameOf(
  cards: readonly string[],
  board: readonly string[],
  beaten: readonly (readonly string[])[] = [],
): string {
  const hand = named([...cards, ...board]);
  if (!hand) return '';
  const rank = decidingKicker(
    [...cards, ...board],
    beaten.map(other => [...other, ...board]),
  );
  const text = handText(hand);
  return rank ? t('hand.kicker', { hand: text, rank: t(`one.${rank}` as TextKey) }) : text;
}

/** The known cards of the players who have not won on this board. */
export const beatenBy = (
  won: ReadonlySet<number>,
  players: readonly PlayerData[],
): readonly string[][] =>
  players.flatMap(({ side, cards, role }) =>
    cards && role !== 'F' && !won.has(side) ? [cards] : [],
  );

export function nameAt(view: ViewData, side: number): string {
  return view.seats.find(seat => seat.side === side)?.name ?? '';
}

/** The kind of line for an event, which determines its style. */
export function kindOf(event: Event): string {
  switch (event.event) {
    case 'dealer_rotated':
      return 'hand';
    case 'board_updated':
      return 'round';
    case 'hand_ended':
      return 'won';
    case 'player_acted':
      return event.act.slice(0, 2);
    default:
      return '';
  }
}

/** The button may be on an empty side (dead button). */
const handLine =
  (hand: number, name: string): Line =>
  () =>
    t(name ? 'says.hand' : 'says.hand_only', { hand, name });

/** A summary of the running hand for users who arrive during it. */
export function standing(view: ViewData): Line[] {
  const { game, button, hand } = view;
  if (!game || button === null) return [];
  const lines = [handLine(hand, nameAt(view, button))];
  if (game.board.length)
    lines.push(isSpoken => t('says.board', { cards: cardText(game.board, isSpoken) }));
  return lines;
}

/** *isLate* means that the time of this player has just run out. */
export function lineOf(
  event: Event,
  view: ViewData,
  isTournament = false,
  isLate = false,
): Line | null {
  const big = view.blinds.big;
  const chips = (value: number) => amount(value, big);
  const name = 'side' in event ? nameAt(view, event.side) : '';
  switch (event.event) {
    case 'dealer_rotated':
      return handLine(event.hand, name);
    case 'posted': {
      const paid = event.ante + event.dead + event.live;
      if (!event.live) return () => t('says.ante', { name, amount: chips(paid) });
      const key = event.live > big ? 'says.straddles' : 'says.posts';
      return () => t(key, { name, amount: chips(paid) });
    }
    case 'deal_pocket_cards':
      return isSpoken => t('says.cards', { cards: cardText(event.cards, isSpoken) });
    case 'player_acted': {
      const key = actKey(event.act, !view.game?.price);
      const before = view.game?.players.find(player => player.side === event.side)?.wager ?? 0;
      const paid = key === 'CA' ? event.wager - before : event.wager;
      const text = () => t(`says.${key}`, { name, amount: chips(paid) });
      return event.auto ? () => `${text()} ${t(isLate ? 'says.late' : 'says.auto')}` : text;
    }
    case 'board_updated': {
      const round = event.cards.length === 3 ? 'flop' : event.cards.length === 4 ? 'turn' : 'river';
      const fresh = event.cards.length === 3 ? event.cards : event.cards.slice(-1);
      const { you, game } = view;
      const mine = game?.players.find(player => player.side === you && player.role !== 'F')?.cards;
      return isSpoken => {
        const cards = t(`says.${round}`, { cards: cardText(fresh, isSpoken) });
        return isSpoken && mine
          ? `${cards} ${t('you_have', { hand: nameOf(mine, event.cards) })}`
          : cards;
      };
    }
    case 'hands_shown':
      return isSpoken =>
        event.hands
          .map(({ side, cards }) =>
            t('says.shows', {
              name: nameAt(view, side),
              cards: cardText(cards, isSpoken),
            }),
          )
          .join(' ');
    case 'cards_shown':
      return isSpoken => t('says.shows', { name, cards: cardText(event.cards, isSpoken) });
    case 'rabbit_shown':
      return isSpoken => t('says.rabbit', { name, cards: cardText(event.cards, isSpoken) });
    case 'hand_ended':
      return isSpoken => {
        const said: string[] = [];
        event.pots.forEach((pots, at) => {
          const board = event.boards[at] ?? [];
          if (
            event.boards.length > 1 ||
            (isSpoken && board.length > (view.game?.board.length ?? 5))
          )
            said.push(t('says.board', { cards: cardText(board, isSpoken) }));
          // All pots together, so that the same hand is not named three times.
          const won = winnings([pots]);
          const beaten = beatenBy(new Set(won.keys()), view.game?.players ?? []);
          for (const [side, share] of won) {
            const cards = view.game?.players.find(player => player.side === side)?.cards;
            const values = { name: nameAt(view, side), amount: chips(share) };
            const isKnown = cards && event.status === 'showdown';
            said.push(
              isKnown
                ? t('says.wins_with', { ...values, hand: nameOf(cards, board, beaten) })
                : t('says.wins', values),
            );
          }
        });
        return said.join(' ');
      };
    case 'player_joined':
      return () => t('says.joined', { name: event.name, amount: chips(event.stack) });
    case 'player_left': {
      const key = !isTournament ? 'says.left' : event.stack ? 'says.moved' : 'says.out';
      return () => t(key, { name });
    }
    case 'sit_out':
      return () => t(event.value ? 'says.away' : 'says.back', { name });
    case 'topped_up':
      return () => t('says.topped_up', { name, amount: chips(event.amount) });
    case 'chips_given':
      return () => t('says.given', { name: event.name, amount: chips(event.amount) });
    case 'timed_out':
      return () => t('says.timed_out', { name });
    case 'blinds_changed': {
      const { small, big, ante } = event.blinds;
      return () => t(ante ? 'says.blinds_ante' : 'says.blinds', { small, big, ante });
    }
    case 'twice_offered':
      return () => t('says.twice');
    case 'twice_answered':
      return () => t(event.agrees ? 'says.agrees' : 'says.declines', { name });
    case 'aborted':
      return () => t('says.aborted');
    case 'renamed':
      return () => t('says.renamed', { name, other: event.name });
    default:
      return null;
  }
}
