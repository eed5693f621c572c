import { signal } from '@preact/signals';
import { expect, test, vi } from 'vitest';
import type { TableTournamentData } from '../lib/wire';

vi.mock('../lib/settings', () => ({ lang: signal('en'), settings: { unit: signal('chips') } }));
const { changes, changesSince } = await import('./tournament_changes');

const before = {
  status: 'running',
  level: 2,
  blinds: { small: 25, big: 50, ante: 0, big_blind_ante: false },
  rises: 'time',
  done: 1000,
  every: 180_000,
  rest: 0,
  entries: 27,
  left: 12,
  paid_places: 3,
  open: false,
  hand_for_hand: false,
  final_table: false,
} as TableTournamentData;
const said = (some: Partial<TableTournamentData>, was: Partial<TableTournamentData> = {}) =>
  changes({ ...before, ...was }, { ...before, ...some }).map(line => line(true));

test('passing time alone gives no line', () => {
  expect(said({ done: 2000, left: 11 })).toEqual([]);
});

test('a new level gives one line with blinds and ante', () => {
  const blinds = { small: 50, big: 100, ante: 10, big_blind_ante: false };
  expect(said({ level: 3, blinds })).toEqual(['Level 3: blinds 50/100 (10).']);
  expect(said({ level: 3, blinds }, { level: 3 })).toEqual([]);
});

test('start and end of a break give a line each', () => {
  expect(said({ rest: 300_000 })).toEqual(['Break: 5:00.']);
  expect(said({ rest: 200_000 }, { rest: 300_000 })).toEqual([]);
  expect(said({}, { rest: 1000 })).toEqual(['The break is over.']);
});

test('pause and resume give a line each', () => {
  expect(said({ status: 'paused' })).toEqual(['The tournament is paused.']);
  expect(said({}, { status: 'paused' })).toEqual(['The tournament goes on.']);
});

test('the bubble gives one line, with or without hand-for-hand play', () => {
  const bubble = 'The bubble: one more goes out without a prize.';
  expect(said({ left: 4 }, { left: 5 })).toEqual([bubble]);
  expect(said({ left: 4, hand_for_hand: true }, { left: 5 })).toEqual([`${bubble} Hand for hand.`]);
  expect(said({ left: 4, hand_for_hand: true }, { left: 4, hand_for_hand: true })).toEqual([]);
  expect(said({ left: 4, open: true }, { left: 5, open: true })).toEqual([]);
});

test('the end of the bubble gives a line', () => {
  const money = 'The bubble has burst: everybody left wins a prize.';
  expect(said({ left: 3 }, { left: 4 })).toEqual([money]);
  expect(said({ left: 2 }, { left: 3 })).toEqual([]);
});

test('the final table gives a line, but not in a tournament of one table', () => {
  expect(said({ final_table: true })).toEqual(['The final table.']);
  expect(said({ final_table: true }, { final_table: true })).toEqual([]);
});

test('a moved player gets the end of the bubble at the new table', () => {
  const at = (id: string, table: number, left: number) =>
    changesSince({ ...before, id, table, left }).map(line => line(true));
  expect(at('t1', 2, 4)).toEqual([]);
  expect(at('t2', 1, 3)).toEqual([]);
  expect(at('t1', 1, 3)).toEqual(['The bubble has burst: everybody left wins a prize.']);
  expect(at('t1', 1, 3)).toEqual([]);
});
