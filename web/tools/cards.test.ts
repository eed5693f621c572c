import { expect, test } from 'vitest';
import { readCards } from './cards';

test.each([
  ['Ah 7c 2d', ['Ah', '7c', '2d']],
  ['ah7c2d', ['Ah', '7c', '2d']],
  ['10h, TD', ['Th', 'Td']],
  ['', []],
])('%s is read as %j', (text, cards) => expect(readCards(text)).toEqual({ cards, rest: '' }));

test('the rest starts at the first part that is no card', () => {
  expect(readCards('Ah 1c 2d')).toEqual({ cards: ['Ah'], rest: '1c 2d' });
});
