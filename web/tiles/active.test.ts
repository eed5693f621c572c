import { expect, test } from 'vitest';
import { activeOf, inLine } from './active';

test('who waits longest comes first, and who has been answered leaves the line', () => {
  expect(inLine([], ['cedar'])).toEqual(['cedar']);
  expect(inLine(['willow'], ['cedar', 'willow'])).toEqual(['willow', 'cedar']);
  expect(inLine(['willow', 'cedar'], ['cedar'])).toEqual(['cedar']);
  expect(inLine(['cedar'], [])).toEqual([]);
});

test('keys are for the table that waits and has the focus', () => {
  expect(activeOf(['willow', 'cedar'], 'cedar')).toBe('cedar');
});

test('without the focus, for the one that has waited longest', () => {
  expect(activeOf(['willow', 'cedar'], null)).toBe('willow');
  expect(activeOf(['willow', 'cedar'], 'birch')).toBe('willow');
});

test('where none waits, for the one with the focus, or for none', () => {
  expect(activeOf([], 'birch')).toBe('birch');
  expect(activeOf([], null)).toBeNull();
});
