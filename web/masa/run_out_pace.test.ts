/** The pace of an all-in: how fast the cards are dealt, and how long the winner is shown. The
 * server's half, with the same numbers, is tests/server/table/test_pause.py. */

import { signal } from '@preact/signals';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Event, HandEndedEvent, OddsData, ViewData } from '../lib/wire';
import type { Animator as AnimatorType } from './animator';

vi.mock('../lib/settings', () => ({
  lang: signal('en'),
  settings: { unit: signal('chips'), sound: signal(false) },
  moves: () => true,
}));
vi.mock('../lib/sound', () => ({ play: () => undefined }));

let Animator: typeof AnimatorType;
beforeAll(async () => {
  vi.stubGlobal('document', { addEventListener: () => undefined, visibilityState: 'visible' });
  ({ Animator } = await import('./animator'));
});
beforeEach(() => {
  vi.useFakeTimers();
});

const STREET = 1625;
/** Wagers move into the pot and hands are shown, within the server's 875 ms. */
const TURNING = 840;
/** Cards are turned for so long, and chances would give them away. */
const CARDS = 380;
const FIRST = ['2c', '7d', '9h', 'Ts', '4c'];
const SECOND = ['Kc', 'Kd', '5c', '6d', '8s'];

function player(side: number, cards: string[] | null) {
  return { side, role: 'N', stack: 0, wager: 100, act: 'AF', cards };
}

function allIn(): ViewData {
  const players = [player(0, ['As', 'Ah']), player(1, null)];
  const running_pot = { amount: 0, sides: [0, 1] };
  const game = { round: 'P', settled: false, board: [], price: 100, pot: 200, running_pot };
  const seats = [0, 1].map(side => ({ side, name: `p${side}`, stack: 0 }));
  return {
    ...{ you: 0, hand: 1, button: 0, to_act: null, seats, blinds: { small: 1, big: 2, ante: 0 } },
    game: { ...game, side_pots: [], twice: null, players },
  } as unknown as ViewData;
}

function odds(board: string[], mine: number): OddsData {
  return { board, sides: [0, 1], equities: [mine, 1 - mine] };
}

/** The events as the server sends them, with the odds in a batch of their own at the end. */
function events(boards: string[][]): Event[] {
  const amount = 200 / boards.length;
  const pots = boards.map(() => [{ amount, winners: [{ side: 0, share: amount }] }]);
  const stacks = [0, 1].map(side => ({ side, stack: side ? 0 : 200 }));
  const streetOdds = boards.flatMap((board, at) =>
    [0, 3, 4].map(length => odds(board.slice(0, length), 0.8 - at / 10 - length / 100)),
  );
  return [
    { event: 'hands_shown', hands: [{ side: 1, cards: ['Ks', 'Kh'] }] },
    { event: 'hand_ended', status: 'showdown', boards, pots, stacks, dropped: 0 } as unknown,
    { event: 'odds', odds: streetOdds },
  ] as (Event | HandEndedEvent)[] as Event[];
}

function staged() {
  const animator = new Animator(
    () => undefined,
    () => expect.unreachable(),
    () => STREET,
  );
  animator.reset(allIn());
  const now = () => {
    const { game, second, result, equity } = animator.scene.value!;
    return [game!.board.length, second?.length ?? null, equity?.get(0) ?? null, !!result];
  };
  const later = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return now();
  };
  return { animator, now, later };
}

async function played(boards: string[][]) {
  const { animator, now, later } = staged();
  const [shown, ended, odds] = events(boards);
  animator.play(shown!, ended!);
  animator.play(odds!);
  await vi.advanceTimersByTimeAsync(TURNING);
  return { now, later };
}

test('after an all-in each street is shown for its time, and the winner last', async () => {
  const { now, later } = await played([FIRST]);
  expect(now()).toEqual([0, null, 80, false]);
  expect(await later(STREET - 1)).toEqual([0, null, 80, false]);
  expect(await later(1)).toEqual([3, null, null, false]);
  expect(await later(STREET)).toEqual([4, null, null, false]);
  expect(await later(STREET)).toEqual([5, null, null, false]);
  expect(await later(STREET / 2)).toEqual([5, null, null, true]);
});

test('the chances on a board are shown after its cards', async () => {
  const { later } = await played([FIRST]);
  expect(await later(STREET + CARDS - 1)).toEqual([3, null, null, false]);
  expect(await later(1)).toEqual([3, null, 77, false]);
  expect(await later(STREET)).toEqual([4, null, 76, false]);
});

test('the second board follows after the first', async () => {
  const { now, later } = await played([FIRST, SECOND]);
  expect(now()).toEqual([0, 0, 80, false]);
  expect(await later(STREET + CARDS)).toEqual([3, 0, 77, false]);
  expect(await later(STREET)).toEqual([4, 0, 76, false]);
  expect(await later(STREET)).toEqual([5, 0, null, false]);
  // The odds of the second board take the cards of the first into account.
  expect(await later(STREET / 2 - CARDS)).toEqual([5, 0, 70, false]);
  expect(await later(STREET + CARDS)).toEqual([5, 3, 67, false]);
  expect(await later(STREET)).toEqual([5, 4, 66, false]);
  expect(await later(STREET)).toEqual([5, 5, null, false]);
  expect(await later(STREET / 2)).toEqual([5, 5, null, true]);
});

test('late odds are shown for the current board', async () => {
  const { animator, later } = staged();
  const [shown, ended, odds] = events([FIRST]);
  animator.play(shown!, ended!);
  expect(await later(TURNING + STREET + CARDS)).toEqual([3, null, null, false]);
  animator.play(odds!);
  expect(await later(0)).toEqual([3, null, 77, false]);
  expect(await later(STREET)).toEqual([4, null, 76, false]);
});

test('odds that arrive with the winner are not shown', async () => {
  const { animator, later } = staged();
  const [shown, ended, odds] = events([FIRST]);
  animator.play(shown!, ended!);
  expect(await later(TURNING + 4 * STREET)).toEqual([5, null, null, true]);
  animator.play(odds!);
  expect(await later(0)).toEqual([5, null, null, true]);
});

test('odds of an earlier hand are never shown', async () => {
  const { animator, later } = staged();
  const [shown, ended, odds] = events([FIRST]);
  animator.play(shown!, ended!, odds!);
  await later(TURNING + 5 * STREET);
  animator.reset({ ...allIn(), hand: 2 });
  animator.play(shown!, ended!);
  expect(await later(TURNING)).toEqual([0, null, null, false]);
});

test('the winner’s stack includes what is shown as won, also after a new view', async () => {
  const { animator, later } = staged();
  const [shown, ended] = events([FIRST]);
  animator.play(shown!, ended!);
  await later(TURNING + 3 * STREET + STREET / 2);
  const stackOf = () => animator.scene.value!.game!.players[0]!.stack;
  expect([animator.scene.value!.result!.won.get(0), stackOf()]).toEqual([200, 200]);
  const { view } = animator.scene.value!;
  animator.reset({ ...view, game: null });
  expect(stackOf()).toBe(200);
});

test('nobody is asked about two boards once the hands are shown', async () => {
  const { animator, later } = staged();
  const view = allIn();
  animator.reset({ ...view, game: { ...view.game!, twice: { sides: [0, 1], agreed: [] } } });
  animator.play(events([FIRST])[0]!);
  await later(0);
  expect(animator.scene.value!.view.game!.twice).toBeNull();
});
