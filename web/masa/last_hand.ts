/** The last hand of a table in short: boards, winners, and the names of their hands. */

import type { Scene } from './animator';
import { nameAt, nameOf } from './dealer_lines';
import { winnersOn } from './result';

export interface Winner {
  name: string;
  amount: number;
  cards: string[];
  /** Names of the winning hands, one for each board that the player won with another hand. */
  hands: string[];
}
export interface LastHandData {
  hand: number;
  /** Without a board on which no card was dealt. */
  boards: string[][];
  won: Winner[];
}

export function lastHandOf({ game, result, second, view }: Scene): LastHandData | null {
  if (!game || !result) return null;
  const boards = second ? [game.board, second] : [game.board];
  const isShown = result.status === 'showdown';
  return {
    hand: view.hand,
    boards: boards.filter(board => board.length),
    won: [...result.won].map(([side, amount]) => {
      const cards = (isShown && game.players.find(one => one.side === side)?.cards) || [];
      const won = boards.filter((_, at) => cards.length && winnersOn(result, at).has(side));
      const hands = [...new Set(won.map(board => nameOf(cards, board)))];
      return { name: nameAt(view, side), amount, cards, hands };
    }),
  };
}
