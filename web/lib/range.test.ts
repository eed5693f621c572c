import { expect, test } from 'vitest';
import { className, noWeights, painted, percentOf, rangeText } from './range';

test('suited hands are above the diagonal, aces first', () => {
  expect([className(0, 0), className(0, 1), className(1, 0), className(12, 11)]).toEqual([
    'AA',
    'AKs',
    'AKo',
    '32o',
  ]);
});

test('a pair has 6 of 1326 combinations, suited 4, offsuit 12', () => {
  const all = noWeights().map(line => line.map(() => 1));
  expect(percentOf(all)).toBe(100);
  expect(percentOf(painted(noWeights(), 0, 0, 1))).toBeCloseTo(600 / 1326);
  expect(percentOf(painted(noWeights(), 0, 1, 0.5))).toBeCloseTo(200 / 1326);
});

test('a painted range is rangeText as the server reads it', () => {
  const some = painted(painted(noWeights(), 0, 0, 1), 0, 1, 0.25);
  expect(rangeText(some)).toBe('AA, AKs:0.25');
  expect(rangeText(noWeights())).toBe('');
});
