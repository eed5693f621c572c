import { expect, test } from 'vitest';
import { LONGEST, noted, type Notes } from './note';

test('a line and a colour are kept, each by itself', () => {
  let notes: Notes = noted({}, 'Mira', { text: 'calls too much' });
  notes = noted(notes, 'Mira', { colour: 'red' });
  expect(notes).toEqual({ Mira: { text: 'calls too much', colour: 'red' } });
});

test('a note without a word or a colour is none', () => {
  const notes = noted({ Mira: { text: 'x', colour: null } }, 'Mira', { text: '  ' });
  expect(notes).toEqual({});
});

test('they are bounded: a long line is cut, and the oldest of too many goes', () => {
  let notes: Notes = {};
  for (let i = 0; i < 1001; i++) notes = noted(notes, `Guest ${i}`, { text: 'x'.repeat(600) });
  expect(Object.keys(notes)).toHaveLength(1000);
  expect(notes['Guest 0']).toBeUndefined();
  expect(notes['Guest 1000']!.text).toHaveLength(LONGEST);
});

test('names that an object knows already are names', () => {
  const notes = noted({}, '__proto__', { text: 'x' });
  expect(noted(notes, 'constructor', { colour: 'blue' })['constructor']).toEqual({
    text: '',
    colour: 'blue',
  });
});
