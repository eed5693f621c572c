import { expect, test } from 'vitest';
import { faultsIn, requestOf, defaults } from './tournament_form';

const NOW = Date.parse('2026-11-14T20:00');

test('the default values are valid', () => {
  expect(faultsIn(defaults, NOW)).toEqual([]);
  expect(requestOf(defaults, 'Home game')).toEqual({
    name: 'Home game',
    structure: 'turbo',
    kind: 'sitandgo',
    starts: null,
    private: true,
    bots: false,
    act_time: null,
    entrants: [2, 9],
    buy_in: 100,
  });
});

test('a start time is sent in milliseconds, with the minimum of entrants', () => {
  const form = { ...defaults, starts: 'time', at: '2026-11-14T20:30', least: 3 } as const;
  expect(faultsIn(form, NOW)).toEqual([]);
  expect(requestOf(form, '')).toMatchObject({
    kind: 'scheduled',
    starts: NOW + 30 * 60_000,
    entrants: [3, 9],
  });
});

test('invalid values are reported per field', () => {
  expect(faultsIn({ ...defaults, most: 1 }, NOW)).toEqual(['entrants']);
  expect(faultsIn({ ...defaults, most: NaN }, NOW)).toEqual(['entrants']);
  expect(faultsIn({ ...defaults, most: 10_001 }, NOW)).toEqual(['entrants']);
  expect(faultsIn({ ...defaults, buyIn: 0.5 }, NOW)).toEqual(['buy_in']);
  expect(faultsIn({ ...defaults, buyIn: 0 }, NOW)).toEqual([]);
  expect(faultsIn({ ...defaults, starts: 'time' }, NOW)).toEqual(['at']);
  expect(faultsIn({ ...defaults, starts: 'time', at: '2026-11-14T19:59' }, NOW)).toEqual(['at']);
  expect(faultsIn({ ...defaults, starts: 'time', at: '2026-11-14T21:00', least: 10 }, NOW)).toEqual(
    ['entrants'],
  );
  expect(faultsIn({ ...defaults, structure: '' }, NOW)).toEqual(['toml']);
});
