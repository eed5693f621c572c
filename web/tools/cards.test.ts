import { expect, test } from 'vitest';
import { readCards } from './cards';

test.each([
  ['Ah 7c 2d', ['Ah', '7c', '2d']],
  ['ah7c2d', ['Ah', '7c', '2d']],
  ['10h, TD', ['Th', 'Td']],
  ['', []],
])('%s is read as %j', (text, cards) => expect(readCards(text)).toEqual({ cards, rest: '' }));

test('what is no card is told from where it begins', () => {
  expect(readCards('Ah 1c 2d')).toEqual({ cards: ['Ah'], rest: '1c 2d' });
});
