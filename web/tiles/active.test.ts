import { expect, test } from 'vitest';
import { activeOf, waitingOrder } from './active';

test('the longest waiting table comes first, and answered ones are removed', () => {
  expect(waitingOrder([], ['cedar'])).toEqual(['cedar']);
  expect(waitingOrder(['willow'], ['cedar', 'willow'])).toEqual(['willow', 'cedar']);
  expect(waitingOrder(['willow', 'cedar'], ['cedar'])).toEqual(['cedar']);
  expect(waitingOrder(['cedar'], [])).toEqual([]);
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
