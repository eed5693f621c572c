/** Parts of the drawing that are not in the view: the last acts and the result of the hand. */

import type { GameData, HandEndedEvent, Share, ViewData } from '../lib/wire';
import { actKey } from './act';

export interface Result {
  status: 'one_win' | 'showdown';
  /** The pots of each board, with the share of each winner. */
  pots: Share[][];
  /** Chips won by side, from all pots. */
  won: ReadonlyMap<number, number>;
}

/** The last acts for users who arrive during a hand. A raise without a previous bet was a bet. */
export function tagsOf({ game }: ViewData): Map<number, string> {
  const tags = new Map<number, string>();
  for (const { side, act, wager } of game?.players ?? []) {
    const isFirst = !game?.players.some(other => other.wager > 0 && other.wager < wager);
    if (act) tags.set(side, actKey(act, isFirst && game?.round !== 'P'));
  }
  return tags;
}

/** Sides with a share of any pot on that board. */
export function winnersOn(result: Result, board: number): Set<number> {
  const winners = (result.pots[board] ?? []).flatMap(pot => pot.winners);
  return new Set(winners.filter(({ share }) => share > 0).map(({ side }) => side));
}

/** Chips won by side, from all pots on all boards. */
export function winnings(boards: Share[][]): Map<number, number> {
  const won = new Map<number, number>();
  for (const { winners } of boards.flat())
    for (const { side, share } of winners) won.set(side, (won.get(side) ?? 0) + share);
  return won;
}

/** The pots after the uncalled part of the last bet has gone back. */
export function settled(game: GameData, end: HandEndedEvent): GameData {
  const won = winnings(end.pots);
  const stacks = new Map(end.stacks.map(({ side, stack }) => [side, stack]));
  // With two boards each pot is split into halves.
  const amounts = (end.pots[0] ?? []).map((_, at) =>
    end.pots.reduce((sum, board) => sum + (board[at]?.amount ?? 0), 0),
  );
  const [running = 0, ...others] = amounts;
  return {
    ...game,
    pot: amounts.reduce((sum, amount) => sum + amount, 0),
    running_pot: { ...game.running_pot, amount: running },
    side_pots: others.map(amount => ({ amount, sides: [] })),
    players: game.players.map(was => ({
      ...was,
      wager: 0,
      stack: (stacks.get(was.side) ?? was.stack) - (won.get(was.side) ?? 0),
    })),
  };
}
