import { expect, test } from 'vitest';
import {
  blindsText,
  clockText,
  inBlinds,
  isBubble,
  levelLeft,
  levelPercent,
  restLeft,
} from './level';

const times = {
  status: 'running',
  rises: 'time',
  done: 60_000,
  every: 180_000,
  rest: 0,
  held: false,
} as const;

test('a level runs on from its message and stops at 0', () => {
  expect(levelLeft(times, 0)).toBe(120_000);
  expect(levelLeft(times, 30_000)).toBe(90_000);
  expect(levelLeft(times, 999_000)).toBe(0);
});

test('times stand still in a pause and before the start', () => {
  for (const status of ['paused', 'registering', 'ended'] as const) {
    expect(levelLeft({ ...times, status }, 30_000)).toBe(120_000);
    expect(restLeft({ ...times, status, rest: 9_000 }, 5_000)).toBe(9_000);
  }
});

test('times stand still while a deal is open', () => {
  expect(levelLeft({ ...times, held: true }, 30_000)).toBe(120_000);
});

test('the level goes on after the break', () => {
  const resting = { ...times, rest: 10_000 };
  expect(restLeft(resting, 4_000)).toBe(6_000);
  expect(levelLeft(resting, 4_000)).toBe(120_000);
  expect(restLeft(resting, 15_000)).toBe(0);
  expect(levelLeft(resting, 15_000)).toBe(115_000);
});

test('levels by hands or orbits have no remaining time', () => {
  expect(levelLeft({ ...times, rises: 'hands', done: 3, every: 10 }, 5_000)).toBeNull();
  expect(levelPercent({ ...times, rises: 'hands', done: 3, every: 10 }, 5_000)).toBe(30);
  expect(levelPercent(times, 30_000)).toBe(50);
});

test('started seconds count in full', () => {
  expect([0, 1, 1000, 59_001, 60_000, 272_000, 3_723_000].map(clockText)).toEqual([
    '0:00',
    '0:01',
    '0:01',
    '1:00',
    '1:00',
    '4:32',
    '1:02:03',
  ]);
});

test('a heads-up game has no bubble', () => {
  expect(isBubble({ left: 2, entries: 2, paid_places: 1, open: false })).toBe(false);
});

test('the bubble is one player above the paid places, after registration', () => {
  expect(isBubble({ left: 4, entries: 9, paid_places: 3, open: false })).toBe(true);
  expect(isBubble({ left: 4, entries: 9, paid_places: 3, open: true })).toBe(false);
  expect(isBubble({ left: 3, entries: 9, paid_places: 3, open: false })).toBe(false);
  expect(isBubble({ left: 1, entries: 9, paid_places: 0, open: false })).toBe(false);
});

test('blinds and stacks have their usual form', () => {
  expect(blindsText({ small: 50, big: 100, ante: 10 }, String)).toBe('50/100 (10)');
  expect(blindsText({ small: 50, big: 100, ante: 0 }, String)).toBe('50/100');
  expect(inBlinds(3210, 100)).toBe('32');
  expect(inBlinds(749, 100)).toBe('7.4');
  expect(inBlinds(100, 0)).toBe('0');
});
