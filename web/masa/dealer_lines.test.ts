import { signal } from '@preact/signals';
import { expect, test, vi } from 'vitest';
import type { Event, ViewData } from '../lib/wire';
import { lineOf } from './dealer_lines';

vi.mock('../lib/settings', () => ({ lang: signal('en'), settings: { unit: signal('chips') } }));

const view = {
  blinds: { small: 1, big: 2, ante: 0 },
  seats: [{ side: 3, name: 'Bea' }],
} as unknown as ViewData;
const posted = (live: number, ante = 0, dead = 0) =>
  lineOf({ event: 'posted', side: 3, ante, dead, live } as Event, view)!(false);

test('a straddle is called a straddle', () => {
  expect(posted(4)).toBe('Bea straddles 4.');
});

test('blinds, antes and dead blinds are posted', () => {
  expect(posted(2)).toBe('Bea posts 2.');
  expect(posted(2, 0, 1)).toBe('Bea posts 3.');
  expect(posted(0, 1)).toBe('Bea antes 1.');
});
