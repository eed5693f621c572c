import { describe, expect, test } from 'vitest';
import {
  actFor,
  amountAt,
  clamp,
  placeOf,
  presets,
  readSize,
  sizes,
  snapped,
  type Turn,
} from './sizing';

/** Blinds 1-2 and a raise to 6: 6 to call for a player without a wager, in a pot of 9. */
const facing: Turn = { acts: ['FO', 'CA', 'AA', 'RR10'], least: 10, most: 199, to_call: 6, pot: 9 };
const range = sizes(facing, 200, 0)!;
const LATER = ['1/3', '1/2', '3/4', 'pot'];

describe('bet sizes', () => {
  test('the range goes from the smallest raise to all in', () => {
    expect(range).toEqual({ least: 10, most: 200, isAllIn: true, isFixed: false });
  });

  test('the amount of the last chip is sent as all in, others as raises', () => {
    expect(actFor(200, range)).toBe('AA');
    expect(actFor(199, range)).toBe('RR199');
  });

  test('a pot-sized raise is the price plus the pot after the call', () => {
    // 6 + (9 + 6) = 21; half of it 6 + 7; a third 6 + 5; three quarters 6 + 11.
    expect(Object.fromEntries(presets(facing, range, 0, 2, LATER))).toEqual({
      min: 10,
      '1/3': 11,
      '1/2': 13,
      '3/4': 17,
      pot: 21,
      all_in: 200,
    });
  });

  test('before the flop sizes are multiples of the highest wager, without duplicates', () => {
    const list = ['2.2x', '2.5x', '3x', '3x', 'pot', '8bb'];
    expect(presets(facing, range, 0, 2, list)).toEqual([
      ['min', 10],
      ['2.2x', 13],
      ['2.5x', 15],
      ['3x', 18],
      ['pot', 21],
      ['8bb', 16],
      ['all_in', 200],
    ]);
    // Without a bet, multiples refer to the big blind.
    const open: Turn = { ...facing, acts: ['CH', 'AA', 'RR2'], least: 2, to_call: 0, pot: 9 };
    expect(presets(open, sizes(open, 200, 0)!, 0, 2, ['3x'])[1]).toEqual(['3x', 6]);
  });

  test('valid sizes are read and others refused', () => {
    expect(readSize(' 2,5 × ')).toEqual({ of: 'price', times: 2.5 });
    expect(readSize('40%')).toEqual({ of: 'pot', times: 0.4 });
    expect(readSize('2/3 pot')).toEqual({ of: 'pot', times: 2 / 3 });
    expect(readSize('4 BB')).toEqual({ of: 'big', times: 4 });
    for (const text of ['', '0x', '1/0', '-3x', '2', 'x', '1e9x', 'NaN%', '∞'])
      expect(readSize(text), text).toBeNull();
  });

  test('the own wager is part of the total', () => {
    const small: Turn = { ...facing, to_call: 5, pot: 9 };
    expect(Object.fromEntries(presets(small, sizes(small, 198, 1)!, 1, 2, LATER)).pot).toBe(6 + 14);
  });

  test('buttons stay within the range', () => {
    const short = sizes({ ...facing, most: 13 }, 14, 0)!;
    expect(presets(facing, short, 0, 2, LATER).map(([name]) => name)).toEqual([
      'min',
      '1/3',
      '1/2',
      'all_in',
    ]);
  });

  test('in pot limit the range ends before all in', () => {
    const pot: Turn = { acts: ['FO', 'CA', 'RR10'], least: 10, most: 21, to_call: 6, pot: 9 };
    expect(sizes(pot, 200, 0)).toEqual({ least: 10, most: 21, isAllIn: false, isFixed: false });
    expect(actFor(21, sizes(pot, 200, 0)!)).toBe('RR21');
  });

  test('fixed limit has a single size', () => {
    const fixed: Turn = { acts: ['FO', 'CA', 'RR8'], least: 8, most: 8, to_call: 4, pot: 10 };
    expect(sizes(fixed, 100, 0)).toMatchObject({ isFixed: true, most: 8 });
  });

  test('a short stack can raise only all in', () => {
    const shove: Turn = {
      acts: ['FO', 'CA', 'AA'],
      least: null,
      most: null,
      to_call: 6,
      pot: 9,
    };
    expect(sizes(shove, 8, 0)).toEqual({ least: 8, most: 8, isAllIn: true, isFixed: true });
  });

  test('all in as the only way to call is not a raise', () => {
    const call: Turn = { acts: ['FO', 'AA'], least: null, most: null, to_call: 6, pot: 9 };
    expect(sizes(call, 5, 0)).toBeNull();
  });
});

describe('the slider', () => {
  test('reaches both limits', () => {
    expect(amountAt(0, range, 1)).toBe(10);
    expect(amountAt(1, range, 2)).toBe(200);
    expect(placeOf(10, range)).toBe(0);
    expect(placeOf(200, range)).toBe(1);
  });

  test('converts an amount to a position and back', () => {
    for (const to of [10, 24, 60, 150, 200])
      expect(amountAt(placeOf(to, range), range, 2)).toBe(to);
  });

  test('amounts are clamped to the range', () => {
    expect(clamp(3, range)).toBe(10);
    expect(clamp(5000, range)).toBe(200);
    expect(clamp(20.4, range)).toBe(20);
  });
});

test('the slider snaps to the bet sizes, and to nothing far from them', () => {
  const stops = presets(facing, range, 0, 2, LATER).map(([, amount]) => amount);
  const at = (amount: number, off = 0) => snapped(placeOf(amount, range) + off, range, 1, stops);
  for (const stop of stops) expect([at(stop), at(stop, 0.01)]).toEqual([stop, stop]);
  expect(at(100)).toBe(100);
  expect(at(192)).toBe(200);
  expect(snapped(1, range, 1, [])).toBe(200);
});
