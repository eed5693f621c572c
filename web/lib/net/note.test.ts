import { expect, test } from 'vitest';
import { MAX_LENGTH, withNote, type Notes } from './note';

test('text and colour are changed independently', () => {
  let notes: Notes = withNote({}, 'Mira', { text: 'calls too much' });
  notes = withNote(notes, 'Mira', { colour: 'red' });
  expect(notes).toEqual({ Mira: { text: 'calls too much', colour: 'red' } });
});

test('an empty note is removed', () => {
  const notes = withNote({ Mira: { text: 'x', colour: null } }, 'Mira', { text: '  ' });
  expect(notes).toEqual({});
});

test('long texts are cut and the oldest notes dropped', () => {
  let notes: Notes = {};
  for (let i = 0; i < 1001; i++) notes = withNote(notes, `Guest ${i}`, { text: 'x'.repeat(600) });
  expect(Object.keys(notes)).toHaveLength(1000);
  expect(notes['Guest 0']).toBeUndefined();
  expect(notes['Guest 1000']!.text).toHaveLength(MAX_LENGTH);
});

test('names of object properties are ordinary names', () => {
  const notes = withNote({}, '__proto__', { text: 'x' });
  expect(withNote(notes, 'constructor', { colour: 'blue' })['constructor']).toEqual({
    text: '',
    colour: 'blue',
  });
});
