import { beforeAll, expect, test, vi } from 'vitest';
import { signal } from '@preact/signals';
import type { Scene } from './animator';
import type { lastHandOf as LastHandOf } from './last_hand';

vi.mock('../lib/settings', () => ({ lang: signal('en'), settings: { unit: signal('chips') } }));

let lastHandOf: typeof LastHandOf;
beforeAll(async () => {
  ({ lastHandOf } = await import('./last_hand'));
});

const FIRST = ['As', 'Kd', '9h', '4c', '2c'];
const SECOND = ['Qs', 'Jd', 'Th', '4c', '2c'];
const share = (side: number) => [{ amount: 100, winners: [{ side, share: 100 }] }];

function scene(changes: object): Scene {
  const players = [
    { side: 0, cards: ['Ah', 'Ac'] },
    { side: 1, cards: ['Kh', 'Qc'] },
  ];
  const seats = players.map(({ side }) => ({ side, name: `p${side}` }));
  return {
    view: { hand: 7, seats },
    game: { board: FIRST, players },
    second: null,
    result: { status: 'showdown', pots: [share(0)], won: new Map([[0, 100]]) },
    ...changes,
  } as unknown as Scene;
}

test('the last hand names the winner, the amount and the hand', () => {
  expect(lastHandOf(scene({}))).toEqual({
    hand: 7,
    boards: [FIRST],
    won: [{ name: 'p0', amount: 100, cards: ['Ah', 'Ac'], hands: ['three aces'] }],
  });
});

test('a hand that is run twice names the winning hand of each board', () => {
  const won = new Map([
    [0, 100],
    [1, 100],
  ]);
  const result = { status: 'showdown', pots: [share(0), share(1)], won };
  const last = lastHandOf(scene({ second: SECOND, result }))!;
  expect(last.boards).toEqual([FIRST, SECOND]);
  expect(last.won.map(one => one.hands)).toEqual([['three aces'], ['a pair of queens']]);
});

test('a hand that ended before the flop has no board', () => {
  const game = { board: [], players: [{ side: 0, cards: null }] };
  const result = { status: 'one_win', pots: [share(0)], won: new Map([[0, 100]]) };
  const last = lastHandOf(scene({ game, result }))!;
  expect(last).toMatchObject({ boards: [], won: [{ cards: [], hands: [] }] });
});

test('nothing is shown while the hand is played', () => {
  expect(lastHandOf(scene({ result: null }))).toBeNull();
});
