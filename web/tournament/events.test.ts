import { signal } from '@preact/signals';
import { expect, test, vi } from 'vitest';
import type { TournamentEvent } from '../lib/wire';

const lang = signal('en');
vi.mock('../lib/settings', () => ({ lang }));
const { linesOf } = await import('./events');
const { ordinal } = await import('../lib/i18n');
const lines = (event: TournamentEvent) => linesOf(event).map(({ line }) => line());

const out = (left: number): TournamentEvent => ({
  event: 'eliminated',
  place: left + 1,
  left,
  players: [
    { player: 1, name: 'Bea', prize: 120, hand: null },
    { player: 2, name: 'Cem', prize: 0, hand: null },
  ],
});

test('each eliminated player has a line with place and prize', () => {
  expect(lines(out(2))).toEqual([
    'Bea is out in 3rd place and wins 120.',
    'Cem is out in 3rd place.',
  ]);
});

test('each player who declines to re-enter has a line', () => {
  const players = [
    { player: 1, name: 'Bea' },
    { player: 2, name: 'Cem' },
  ];
  expect(lines({ event: 'declined', players })).toEqual([
    'Bea does not enter again.',
    'Cem does not enter again.',
  ]);
});

test('in a large field eliminations are not announced', () => {
  expect(linesOf(out(500)).some(({ isSpoken }) => isSpoken)).toBe(false);
  expect(linesOf(out(5)).every(({ isSpoken }) => isSpoken)).toBe(true);
});

test('a command with immediate effect has no line of its own', () => {
  const order = { event: 'announced', by: 'Mira', name: null, number: null, now: true } as const;
  expect(lines({ ...order, command: 'next_level', number: 3 })).toEqual([]);
  expect(lines({ ...order, command: 'pause', number: 600 })).toEqual(['Pause, at most 10:00.']);
  expect(lines({ ...order, command: 'cancel', now: false })).toEqual([
    'The tournament is cancelled after the current hands.',
  ]);
});

test('every command has a text in both languages', () => {
  const commands = [
    ...['pause', 'resume', 'break', 'next_level', 'start'],
    ...['move', 'penalise', 'disqualify', 'cancel', 'refund', 'co_director', 'end_co_director'],
  ];
  for (const language of ['en', 'zh'])
    for (const command of commands) {
      lang.value = language;
      const [line] = lines({
        event: 'announced',
        by: 'Mira',
        command,
        name: 'Bea',
        number: 2,
        now: false,
      });
      expect(line).toBeTruthy();
    }
  lang.value = 'en';
});

test('places are written as ordinal numbers', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 103].map(ordinal)).toEqual([
    ...['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '103rd'],
  ]);
});
