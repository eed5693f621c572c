/** The last hand of a table in short: boards, winners, and the names of their hands. */

import type { Scene } from './animator';
import { beatenBy, nameAt, nameOf } from './dealer_lines';
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
      const hands = boards.flatMap((board, at) => {
        const won = winnersOn(result, at);
        if (!cards.length || !won.has(side)) return [];
        return [nameOf(cards, board, beatenBy(won, game.players))];
      });
      return { name: nameAt(view, side), amount, cards, hands: [...new Set(hands)] };
    }),
  };
}
