/** A finished hand as a list of steps, with the situation after each act. */

import type { HandData } from '../lib/api';
import { actKey } from './act';
import type { TextKey } from './text';

export interface Seat {
  side: number;
  stack: number;
  wager: number;
  isIn: boolean;
}

export interface Step {
  seats: Seat[];
  board: string[];
  /** Chips in the pot, without the wagers of the round. */
  gathered: number;
  /** The side that acts. Null if cards are dealt. */
  side: number | null;
  key: TextKey;
  amount: number;
}

const BOARD: Record<string, number> = { P: 0, F: 3, T: 4, R: 5 };

export function steps(hand: HandData): Step[] {
  let seats: Seat[] = hand.players.map(({ side, stack }) => ({
    side,
    stack,
    wager: 0,
    isIn: true,
  }));
  let gathered = 0;
  for (const { side, ante, dead, live } of hand.posts) {
    gathered += ante + dead;
    seats = seats.map(seat =>
      seat.side === side ? { ...seat, stack: seat.stack - ante - dead - live, wager: live } : seat,
    );
  }
  const found: Step[] = [];
  const board = hand.boards[0] ?? [];
  let lying = 0;
  const add = (side: number | null, key: TextKey, amount: number) =>
    found.push({ seats, board: board.slice(0, lying), gathered, side, key, amount });
  const gather = () => {
    gathered += seats.reduce((sum, seat) => sum + seat.wager, 0);
    seats = seats.map(seat => ({ ...seat, wager: 0 }));
  };
  const lay = (cards: number) => {
    for (const [round, count] of [
      ['flop', 3],
      ['turn', 4],
      ['river', 5],
    ] as const)
      if (lying < count && count <= cards) {
        lying = count;
        add(null, `says.${round}`, 0);
      }
  };
  add(null, 'deals', 0);
  for (const { round, side, act, stack, wager } of hand.acts) {
    if ((BOARD[round] ?? 0) > lying) {
      gather();
      lay(BOARD[round] ?? 0);
    }
    const price = Math.max(...seats.map(seat => seat.wager));
    const before = seats.find(seat => seat.side === side)?.wager ?? 0;
    seats = seats.map(seat =>
      seat.side === side ? { ...seat, stack, wager, isIn: act !== 'FO' } : seat,
    );
    const key = actKey(act, price === 0);
    add(side, `says.${key}`, key === 'CA' ? wager - before : wager);
  }
  gather();
  if (board.length > lying) lay(board.length);
  // The last step shows the final stacks.
  const finals = new Map(hand.players.map(player => [player.side, player.final]));
  seats = seats.map(seat => ({ ...seat, stack: finals.get(seat.side) ?? seat.stack }));
  gathered = 0;
  for (const { winners } of hand.pots.flat())
    for (const { side, share } of winners as { side: number; share: number }[])
      add(side, 'says.wins', share);
  return found;
}
