import { expect, test } from 'vitest';
import { ofThisSession } from './session';

const minutesAgo = (...ago: number[]) => ago.map(minutes => ({ ended: (1000 - minutes) * 60_000 }));
const now = 1000 * 60_000;

test('a session is what was played without half an hour between', () => {
  expect(ofThisSession([], now)).toBe(0);
  expect(ofThisSession(minutesAgo(1, 2, 25, 50, 79), now)).toBe(5);
  expect(ofThisSession(minutesAgo(1, 2, 25, 56, 57), now)).toBe(3);
});

test('who comes back after a while begins a new one', () => {
  expect(ofThisSession(minutesAgo(31, 32), now)).toBe(0);
});
