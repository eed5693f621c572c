import { expect, test } from 'vitest';
import { applyChange } from './rows';
import { hasWords, isNarrowed } from './search';

test('a message replaces applyChange rows and removes closed ones', () => {
  const before = ['a', 'b', 'c'].map(id => ({ id, players: 1 }));
  const fresh = ['b', 'd'].map(id => ({ id, players: 5 }));
  expect(applyChange(before, { fresh, closed: ['a'] })).toEqual([
    { id: 'c', players: 1 },
    { id: 'b', players: 5 },
    { id: 'd', players: 5 },
  ]);
});

test('the search finds all words, ignoring case and character width', () => {
  const found = (words: string) =>
    ['Ada Low', 'Bea', 'Lowell'].filter(name => hasWords(name, words));
  expect(found(' low')).toEqual(['Ada Low', 'Lowell']);
  expect(found('LOW ada')).toEqual(['Ada Low']);
  expect(found('ＢＥＡ')).toEqual(['Bea']);
  expect(found('')).toHaveLength(3);
});

test('a filter is active if any field hides something', () => {
  const everything: { words: string; price: number | null } = { words: '', price: null };
  expect(isNarrowed({ ...everything, when: 'over' }, everything)).toBe(false);
  expect(isNarrowed<typeof everything>({ ...everything, price: 0 }, everything)).toBe(true);
});
