import { expect, test } from 'vitest';
import { activeOf, inLine } from './active';

test('the longest waiting table comes first, and answered ones are removed', () => {
  expect(inLine([], ['cedar'])).toEqual(['cedar']);
  expect(inLine(['willow'], ['cedar', 'willow'])).toEqual(['willow', 'cedar']);
  expect(inLine(['willow', 'cedar'], ['cedar'])).toEqual(['cedar']);
  expect(inLine(['cedar'], [])).toEqual([]);
});

test('keys go to the focused table if it waits', () => {
  expect(activeOf(['willow', 'cedar'], 'cedar')).toBe('cedar');
});

test('otherwise keys go to the longest waiting table', () => {
  expect(activeOf(['willow', 'cedar'], null)).toBe('willow');
  expect(activeOf(['willow', 'cedar'], 'birch')).toBe('willow');
});

test('if none waits, keys go to the focused table or nowhere', () => {
  expect(activeOf([], 'birch')).toBe('birch');
  expect(activeOf([], null)).toBeNull();
});
