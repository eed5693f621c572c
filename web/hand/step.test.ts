import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { HandData } from '../lib/api';
import { potsOf, stepsOf, streetsOf, uncalled, type Step } from './step';

/** A step as the engine has it. */
interface EngineStep {
  kind: string;
  is_over: boolean;
  stacks: number[];
  wagers: number[];
  roles: string[];
  pots: number[];
  board: string[];
}

const web = join(import.meta.dirname, '..');

function randomHands(seed: number): { hand: HandData; steps: EngineStep[] }[] {
  const python = process.env.PYTHON ?? join(web, '../.venv/bin/python');
  const written = execFileSync(python, [join(web, 'random_hands.py'), String(seed)], {
    maxBuffer: 2 ** 28,
  });
  return JSON.parse(written.toString());
}

/** Blinds 1-2. The button raises to 100, the small blind folds, and the big blind calls all in for
 * 60. The button gets 40 back and loses on both boards. */
const hand = {
  id: 'f',
  masa: 'a',
  table: 'Copper',
  number: 7,
  ended: 0,
  tournament: null,
  rules: 'masa',
  blinds: { small: 1, big: 2, ante: 0, big_blind_ante: false },
  button: 0,
  players: [
    { side: 0, name: 'ada', you: true, stack: 200, final: 140, net: -60, cards: ['Kd', 'Kc'] },
    { side: 1, name: 'blaise', you: false, stack: 200, final: 199, net: -1, cards: null },
    { side: 3, name: 'cem', you: false, stack: 60, final: 121, net: 61, cards: ['As', 'Qh'] },
  ],
  posts: [
    { side: 1, ante: 0, dead: 0, live: 1 },
    { side: 3, ante: 0, dead: 0, live: 2 },
  ],
  acts: [
    { round: 'P', side: 0, act: 'RR100', stack: 100, wager: 100 },
    { round: 'P', side: 1, act: 'FO', stack: 199, wager: 1 },
    { round: 'P', side: 3, act: 'AC', stack: 0, wager: 60 },
  ],
  boards: [
    ['Ah', '7c', '2d', '9s', '4h'],
    ['Ac', '7d', '2h', '9d', '4c'],
  ],
  pots: [
    [{ amount: 61, winners: [{ side: 3, share: 61 }] }],
    [{ amount: 60, winners: [{ side: 3, share: 60 }] }],
  ],
} as unknown as HandData;

const chips = ({ scene: { game, result } }: Step): number =>
  game!.players.reduce((sum, { stack, wager }) => sum + stack + wager, 0) +
  (result ? 0 : game!.running_pot.amount + game!.side_pots.reduce((sum, p) => sum + p.amount, 0));

describe('a hand run twice', () => {
  const steps = stepsOf(hand);

  test('has every step from the deal to the payment, one board after the other', () => {
    expect(steps.map(({ kind, run, round }) => `${kind} ${run} ${round}`)).toEqual([
      'start 0 P',
      'act 0 P',
      'act 0 P',
      'act 0 P',
      'back 0 P',
      'board 0 F',
      'board 0 T',
      'board 0 R',
      'board 1 F',
      'board 1 T',
      'board 1 R',
      'end 1 R',
    ]);
    expect(
      steps.map(({ scene: { game, second } }) => [game!.board.length, second?.length]),
    ).toEqual([
      ...Array(5).fill([0, undefined]),
      ...[3, 4, 5].map(length => [length, 0]),
      ...[3, 4, 5].map(length => [5, length]),
      [5, 5],
    ]);
  });

  test('has the same total of chips in every step', () => {
    for (const step of steps) expect([step.kind, chips(step)]).toEqual([step.kind, 460]);
  });

  test('returns the uncalled bet before the board is dealt', () => {
    const [, , , called, back, flop] = steps as [Step, Step, Step, Step, Step, Step];
    expect(called.scene.game!.players.map(({ wager }) => wager)).toEqual([100, 1, 60]);
    expect([back.stack, back.amount, back.scene.returned]).toEqual([
      0,
      40,
      { side: 0, amount: 40 },
    ]);
    expect(back.scene.game!.players.map(({ wager }) => wager)).toEqual([60, 1, 60]);
    expect(flop.scene.game!.pot).toBe(121);
    expect(flop.scene.returned).toBeNull();
  });

  test('ends with the final stacks and the winners of both boards', () => {
    const { game, result } = steps[steps.length - 1]!.scene;
    expect(game!.players.map(({ stack }) => stack)).toEqual([140, 199, 121]);
    expect([...result!.won]).toEqual([[2, 121]]);
    expect(result!.status).toBe('showdown');
  });

  test('marks the next player to act, and nobody after the betting', () => {
    expect(steps.map(({ scene }) => scene.view.to_act).slice(0, 5)).toEqual([0, 1, 2, null, null]);
  });

  test('lists every street of both boards', () => {
    expect(streetsOf(steps).map(({ index }) => index)).toEqual([0, 5, 6, 7, 8, 9, 10, 11]);
  });
});

test('nothing is returned if the highest wager was called', () => {
  const at = (...wagers: number[]) => wagers.map((wager, side) => ({ side, wager }));
  expect(uncalled(at(6, 6, 2))).toBeNull();
  expect(uncalled(at(0, 0))).toBeNull();
  expect(uncalled(at(2, 6, 2))).toEqual({ side: 1, amount: 4 });
});

test('chips of a folded player above the remaining wagers go to the pot below', () => {
  const chair = (side: number, role: string, inPot: number) => ({ side, role, inPot });
  expect(
    potsOf([chair(0, 'O', 30), chair(1, 'F', 50), chair(2, 'O', 50), chair(3, 'I', 50)], 4),
  ).toEqual([
    { amount: 60, sides: [2, 3] },
    { amount: 124, sides: [0, 2, 3] },
  ]);
});

/** After the last act of a round the engine has collected the wagers. The client collects them with
 * the next card. */
function compared({ kind, scene }: Step, engine: EngineStep, isLast: boolean): unknown[][] {
  const game = scene.game!;
  const pots = [game.running_pot, ...game.side_pots].map(({ amount }) => amount);
  const here: unknown[] = [kind, game.board];
  const there: unknown[] = [engine.kind, engine.board];
  if (engine.is_over) return [here, there];
  here.push(game.players.map(({ stack }) => stack));
  there.push(engine.stacks);
  if (isLast) return [here, there];
  here.push(
    game.players.map(({ wager }) => wager),
    game.players.map(({ role }) => role),
    pots,
  );
  there.push(engine.wagers, engine.roles, engine.pots);
  return [here, there];
}

test('chips, roles and pots equal the engine’s at random tables', () => {
  const all = randomHands(1);
  expect(all.length).toBeGreaterThan(50);
  expect(all.some(({ hand }) => hand.boards.length > 1)).toBe(true);
  for (const { hand, steps: engineSteps } of all) {
    const steps = stepsOf(hand);
    const shown = steps.filter(({ kind, run }) => kind === 'act' || (kind === 'board' && !run));
    expect(shown.length).toBeGreaterThanOrEqual(engineSteps.length);
    const pairs = engineSteps.map((engine, at) =>
      compared(shown[at]!, engine, engine.kind === 'act' && engineSteps[at + 1]?.kind === 'board'),
    );
    expect(pairs.map(([here]) => here)).toEqual(pairs.map(([, there]) => there));
    const total = hand.players.reduce((sum, { stack }) => sum + stack, 0);
    expect(steps.slice(0, -1).filter(step => chips(step) !== total)).toEqual([]);
    // Before the payment, the pot equals the sum of the pots on all boards.
    const { game } = steps[steps.length - 2]!.scene;
    const paid = hand.pots.flat().reduce((sum, pot) => sum + (pot.amount as number), 0);
    expect(game!.pot).toBe(paid);
  }
});
