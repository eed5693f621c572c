import { expect, test } from 'vitest';
import { graphOf } from './graph';

test('the line starts at 0, follows each result and fills the box', () => {
  // The nets in playing order are +10, -30, +40.
  const { points, zero } = graphOf([40, -30, 10], 300, 100);
  expect(points.map(([x]) => x)).toEqual([0, 100, 200, 300]);
  expect(points.map(([, y]) => y)).toEqual([50, 25, 100, 0]);
  expect(zero).toBe(50);
});

test('a session without hands or results is a flat line', () => {
  expect(graphOf([], 300, 100).points).toEqual([[0, 100]]);
  expect(new Set(graphOf([0, 0], 300, 100).points.map(([, y]) => y)).size).toBe(1);
});
