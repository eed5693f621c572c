/** Twin of src/pokermasa/rules/dealer.py, compared by web/hand/step.test.ts.
 *
 * Turns a finished hand into steps, each with the scene to draw after it. Players have stack indices,
 * as in the analysis of the hand. Of the rules it repeats only the flow of chips. */

import type { HandData } from '../lib/api';
import type { GameData, PlayerData, PotData, Share, ViewData } from '../lib/wire';
import { actKey } from '../masa/act';
import { winnings } from '../masa/result';
import type { Scene } from '../masa/animator';

export type Round = 'P' | 'F' | 'T' | 'R';

export interface Step {
  kind: 'start' | 'act' | 'board' | 'back' | 'end';
  round: Round;
  /** Index of the board, from 0. */
  run: number;
  /** Stack index of the player who acts or gets an uncalled bet back. */
  stack: number | null;
  /** Index of the act among all acts of the hand. */
  act: number | null;
  /** The kind of act for its label; the act in Uci; its amount in chips. */
  key: ReturnType<typeof actKey> | null;
  uci: string | null;
  amount: number;
  /** Cards dealt in this step. */
  cards: string[];
  scene: Scene;
}

interface Chair extends PlayerData {
  /** Chips in the pot, without the wager of the current round. */
  inPot: number;
}

const BOARD_LENGTH: Record<string, number> = { P: 0, F: 3, T: 4, R: 5 };
const ROUNDS: Record<number, Round> = { 0: 'P', 3: 'F', 4: 'T', 5: 'R' };

export function stepsOf(hand: HandData): Step[] {
  const places = new Map(hand.players.map(({ side }, index) => [side, index]));
  const place = (side: number): number => places.get(side)!;
  const first = hand.boards[0] ?? [];
  let chairs: Chair[] = hand.players.map(({ stack, cards }, side) => ({
    side,
    role: 'I',
    stack,
    wager: 0,
    act: null,
    cards,
    inPot: 0,
  }));
  /** Dead posts and antes for all players in chips. */
  let dead = 0;
  let dealt = 0;
  let second: string[] | null = null;
  let tags = new Map<number, string>();
  const found: Step[] = [];

  const change = (side: number, how: (was: Chair) => Partial<Chair>) => {
    chairs = chairs.map(was => (was.side === side ? { ...was, ...how(was) } : was));
  };
  const add = (step: Partial<Step> & Pick<Step, 'kind'>, more: Partial<Scene> = {}) =>
    found.push({
      round: ROUNDS[dealt]!,
      run: 0,
      stack: null,
      act: null,
      key: null,
      uci: null,
      amount: 0,
      cards: [],
      ...step,
      scene: { ...scene(hand, chairs, dead, first.slice(0, dealt)), second, tags, ...more },
    });
  const collectWagers = () => {
    chairs = chairs.map(was => ({
      ...was,
      inPot: was.inPot + was.wager,
      wager: 0,
      act: null,
      role: was.role === 'N' ? 'O' : was.role,
    }));
    tags = new Map();
  };
  /** Adds the steps that deal the board up to *to* cards. */
  const deal = (to: number, run: number, from: number) => {
    const board = hand.boards[run] ?? [];
    for (const length of [3, 4, 5]) {
      if (length <= from || length > to) continue;
      if (run) second = board.slice(0, length);
      else dealt = length;
      const cards = board.slice(length === 3 ? 0 : length - 1, length);
      add({ kind: 'board', run, round: ROUNDS[length]!, cards });
    }
  };

  for (const { side, ante, dead: lost, live } of hand.posts) {
    // Whoever is all in for a part of the ante wins only that much from each player.
    const own = hand.blinds.big_blind_ante ? 0 : ante;
    dead += ante - own + lost;
    change(place(side), was => {
      const stack = was.stack - ante - lost - live;
      return { stack, inPot: own, wager: was.wager + live, role: stack ? 'I' : live ? 'N' : 'O' };
    });
  }
  add({ kind: 'start' });
  hand.acts.forEach(({ round, side, act, stack, wager }, index) => {
    if (BOARD_LENGTH[round]! > dealt) {
      collectWagers();
      deal(BOARD_LENGTH[round]!, 0, dealt);
    }
    const who = place(side);
    const before = chairs[who]!.wager;
    const key = actKey(act, Math.max(...chairs.map(chair => chair.wager)) === 0);
    const isFold = act === 'FO';
    tags = new Map(tags).set(who, key);
    change(who, was => ({ act, stack, wager, role: isFold ? 'F' : stack ? was.role : 'N' }));
    const amount = key === 'CA' ? wager - before : wager;
    add({ kind: 'act', stack: who, act: index, key, uci: act, amount });
  });

  const back = uncalled(chairs);
  if (back) {
    change(back.side, was => ({ stack: was.stack + back.amount, wager: was.wager - back.amount }));
    add({ kind: 'back', stack: back.side, amount: back.amount }, { returned: back });
  }
  collectWagers();
  const common = dealt;
  if (hand.boards.length > 1) second = hand.boards[1]!.slice(0, common);
  hand.boards.forEach((board, run) => deal(board.length, run, common));

  const pots = sharesOf(hand, place);
  const won = winnings(pots);
  const live = chairs.filter(({ role }) => role !== 'F');
  chairs = chairs.map(was => ({ ...was, stack: hand.players[was.side]!.final ?? was.stack }));
  const status = live.length > 1 ? 'showdown' : 'one_win';
  add({ kind: 'end', run: hand.boards.length - 1 }, { result: { status, pots, won }, tags });

  // The player to act after a step is the one who acts next in the same round.
  return found.map((step, index) => {
    const next = found[index + 1];
    const isNext = next?.kind === 'act' && step.kind !== 'end';
    const view: ViewData = { ...step.scene.view, to_act: isNext ? next.stack : null };
    return { ...step, scene: { ...step.scene, view } };
  });
}

/** The uncalled part of the highest wager, with its player. Null if all of it was called. */
export function uncalled(
  chairs: readonly { side: number; wager: number }[],
): { side: number; amount: number } | null {
  const [most, next] = [...chairs].sort((one, other) => other.wager - one.wager);
  const amount = (most?.wager ?? 0) - (next?.wager ?? 0);
  return most && amount > 0 ? { side: most.side, amount } : null;
}

/** The collected chips as pots. There are side pots if somebody is all in. The main pot is last. */
export function potsOf(
  chairs: readonly { side: number; role: string; inPot: number }[],
  dead: number,
): PotData[] {
  const ends = chairs.filter(({ role }) => role === 'O').map(({ inPot }) => inPot);
  const most = Math.max(0, ...chairs.map(({ inPot }) => inPot));
  const levels = [...new Set([...ends, most])].sort((one, other) => one - other);
  const pots: PotData[] = [];
  let below = 0;
  for (const level of levels) {
    const amount = chairs.reduce(
      (sum, { inPot }) => sum + Math.min(inPot, level) - Math.min(inPot, below),
      0,
    );
    const sides = chairs
      .filter(({ role, inPot }) => role !== 'F' && inPot >= level)
      .map(({ side }) => side);
    // Chips above the highest wager of the remaining players belong to the pot below.
    if (!sides.length && pots.length) pots[0]!.amount += amount;
    else if (amount || !pots.length) pots.unshift({ amount, sides });
    below = level;
  }
  const main = pots[pots.length - 1]!;
  main.amount += dead;
  // Players who can still bet have a pot of their own above the all-ins, even if it is empty.
  const betting = chairs.filter(({ role }) => role !== 'F' && role !== 'O');
  if (ends.includes(most) && betting.length > 1)
    pots.unshift({ amount: 0, sides: betting.map(({ side }) => side) });
  return pots;
}

function scene(hand: HandData, chairs: Chair[], dead: number, board: string[]): Scene {
  const [running_pot, ...side_pots] = potsOf(chairs, dead);
  const wagers = chairs.reduce((sum, { wager }) => sum + wager, 0);
  const inPot = chairs.reduce((sum, chair) => sum + chair.inPot, dead);
  const game: GameData = {
    round: ROUNDS[board.length]!,
    settled: false,
    small: posterOf(hand, hand.blinds.small),
    big: posterOf(hand, hand.blinds.big),
    board,
    price: Math.max(...chairs.map(({ wager }) => wager)),
    pot: inPot + wagers,
    running_pot: running_pot!,
    side_pots,
    players: chairs,
    twice: null,
  };
  const you = heroOf(hand);
  const button = hand.players.findIndex(({ side }) => side === hand.button);
  const view = {
    sides: hand.players.length,
    blinds: hand.blinds,
    button: button < 0 ? null : button,
    to_act: null,
    hand: hand.number,
    you,
    seats: hand.players.map(({ name, stack }, side) => ({
      side,
      name,
      stack,
      bot: name.endsWith(' (bot)'),
    })),
    game,
  } as unknown as ViewData;
  const none = {
    second: null,
    result: null,
    equity: null,
    returned: null,
    rabbit: null,
    sweeping: false,
  };
  return { view, game, ...none, tags: new Map(), tabled: new Set(), peeked: new Map() };
}

/** Stack index of the player who posted this blind. -1 if nobody or more than one posted this
 * amount. */
function posterOf(hand: HandData, blind: number): number {
  const [one, other] = hand.posts.filter(({ live }) => live === blind);
  return one && !other ? hand.players.findIndex(({ side }) => side === one.side) : -1;
}

/** Stack index of the player at the bottom of the drawing: the user, otherwise the first player
 * whose cards are known. */
export function heroOf({ players }: HandData): number | null {
  const you = players.findIndex(player => player.you);
  const shown = players.findIndex(player => player.cards);
  return you >= 0 ? you : shown >= 0 ? shown : null;
}

function sharesOf(hand: HandData, place: (side: number) => number): Share[][] {
  return (hand.pots as unknown as Share[][]).map(pots =>
    pots.map(({ amount, winners }) => ({
      amount,
      winners: winners.map(({ side, share }) => ({ side: place(side), share })),
    })),
  );
}

/** The first step of each street. */
export function streetsOf(steps: readonly Step[]): { index: number; step: Step }[] {
  return steps.flatMap((step, index) =>
    step.kind === 'start' || step.kind === 'board' || step.kind === 'end' ? [{ index, step }] : [],
  );
}
