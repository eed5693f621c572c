import { expect, test } from 'vitest';
import { winnersOn, winnings, type Result } from './result';

// The hand is run twice. Side 0 wins the main pot on both boards. Side 1 wins the side pot on the
// first board and half of it on the second.
const pots: Result['pots'] = [
  [
    { amount: 150, winners: [{ side: 0, share: 150 }] },
    { amount: 40, winners: [{ side: 1, share: 40 }] },
  ],
  [
    { amount: 150, winners: [{ side: 0, share: 150 }] },
    {
      amount: 40,
      winners: [
        { side: 1, share: 20 },
        { side: 2, share: 20 },
      ],
    },
  ],
] as Result['pots'];

test('winnings are added up over all pots and boards', () => {
  const won = winnings(pots);
  expect([...won]).toEqual([
    [0, 300],
    [1, 60],
    [2, 20],
  ]);
});

test('winners are known per board', () => {
  const result: Result = { status: 'showdown', pots, won: winnings(pots) };
  expect([...winnersOn(result, 0)]).toEqual([0, 1]);
  expect([...winnersOn(result, 1)]).toEqual([0, 1, 2]);
  expect([...winnersOn(result, 2)]).toEqual([]);
});
