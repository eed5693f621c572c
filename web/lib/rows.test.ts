import { expect, test } from 'vitest';
import { changed } from './rows';
import { hasWords, isNarrowed } from './search';

test('a message replaces the rows that changed and takes away those that closed', () => {
  const before = ['a', 'b', 'c'].map(id => ({ id, players: 1 }));
  const fresh = ['b', 'd'].map(id => ({ id, players: 5 }));
  expect(changed(before, { fresh, closed: ['a'] })).toEqual([
    { id: 'c', players: 1 },
    { id: 'b', players: 5 },
    { id: 'd', players: 5 },
  ]);
});

test('something is found by any words of it, in capitals or not, wide or not', () => {
  const found = (words: string) =>
    ['Ada Low', 'Bea', 'Lowell'].filter(name => hasWords(name, words));
  expect(found(' low')).toEqual(['Ada Low', 'Lowell']);
  expect(found('LOW ada')).toEqual(['Ada Low']);
  expect(found('ＢＥＡ')).toEqual(['Bea']);
  expect(found('')).toHaveLength(3);
});

test('a list is narrowed by any wish but those that are not about leaving something out', () => {
  const everything: { words: string; price: number | null } = { words: '', price: null };
  expect(isNarrowed({ ...everything, when: 'over' }, everything)).toBe(false);
  expect(isNarrowed<typeof everything>({ ...everything, price: 0 }, everything)).toBe(true);
});
