import { expect, test } from 'vitest';
import type { HandData } from '../lib/api';
import { steps } from './replay';

/** Blinds 1-2. The button raises to 6, the small blind folds, the big blind goes all in for 60 and
 * is called. The big blind wins 121. */
const hand: HandData = {
  id: 1,
  masa: 'a',
  table: 'Copper',
  number: 7,
  ended: 0,
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
    { round: 'P', side: 0, act: 'RR6', stack: 194, wager: 6 },
    { round: 'P', side: 1, act: 'FO', stack: 199, wager: 1 },
    { round: 'P', side: 3, act: 'AF', stack: 0, wager: 60 },
    { round: 'P', side: 0, act: 'CA', stack: 140, wager: 60 },
  ],
  boards: [['Ah', '7c', '2d', '9s', '4h']],
  pots: [[{ amount: 121, winners: [{ side: 3, share: 121 }] }]],
} as unknown as HandData;

test('the replay has every step from the deal to the payment', () => {
  expect(steps(hand).map(step => step.key)).toEqual([
    'deals',
    'says.RR',
    'says.FO',
    'says.AA',
    'says.CA',
    'says.flop',
    'says.turn',
    'says.river',
    'says.wins',
  ]);
});

test('every step has the same total of chips', () => {
  for (const { seats, gathered, key } of steps(hand)) {
    const chips = seats.reduce((sum, seat) => sum + seat.stack + seat.wager, gathered);
    expect([key, chips]).toEqual([key, 460]);
  }
});

test('a call shows its cost and a raise its total', () => {
  const amounts = Object.fromEntries(steps(hand).map(({ key, amount }) => [key, amount]));
  expect(amounts).toMatchObject({ 'says.RR': 6, 'says.AA': 60, 'says.CA': 54, 'says.wins': 121 });
});
