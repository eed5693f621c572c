import { signal } from '@preact/signals';
import { expect, test, vi } from 'vitest';
import type { Event, ViewData } from '../lib/wire';
import { lineOf, nameOf } from './dealer_lines';

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

test('hands have the names that players use', () => {
  const board = ['2c', '3d', '4h', '5s', 'Kd'];
  expect(nameOf(['Ac', '9h'], board)).toBe('a five-high straight');
  expect(nameOf(['6c', '9h'], board)).toBe('a six-high straight');
  const flush = ['2c', '3c', '4c', 'Td', 'Kd'];
  expect(nameOf(['Ac', '9c'], flush)).toBe('an ace-high flush');
  expect(nameOf(['8c', '7c'], flush)).toBe('an eight-high flush');
  expect(nameOf(['Kc', 'Qh'], board, [['Ks', 'Jh']])).toBe('a pair of kings, queen kicker');
});

test('an act after the time has run out is marked, and no other is called late', () => {
  const act = { event: 'player_acted', side: 3, act: 'FO', auto: true, stack: 9, wager: 0 };
  const said = (isLate: boolean) => lineOf(act as unknown as Event, view, false, isLate)!(false);
  expect([said(true), said(false)]).toEqual(['Bea folds. (timed out)', 'Bea folds. (automatic)']);
});
