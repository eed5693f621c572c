import { expect, test } from 'vitest';
import { ofThisSession } from './session';

const minutesAgo = (...ago: number[]) => ago.map(minutes => ({ ended: (1000 - minutes) * 60_000 }));
const now = 1000 * 60_000;

test('a session has no break of half an hour', () => {
  expect(ofThisSession([], now)).toBe(0);
  expect(ofThisSession(minutesAgo(1, 2, 25, 50, 79), now)).toBe(5);
  expect(ofThisSession(minutesAgo(1, 2, 25, 56, 57), now)).toBe(3);
});

test('after a longer break a new session begins', () => {
  expect(ofThisSession(minutesAgo(31, 32), now)).toBe(0);
});
