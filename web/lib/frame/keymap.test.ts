import { expect, test } from 'vitest';
import { keyFor, mayBeChosen, remapped, type Keymap } from './keymap';

const ALL = ['f', 'c', 'r', 'ArrowUp', '1'];
const keysOf = (map: Keymap) => ALL.map(usual => keyFor(map, usual));

test('a key that nobody has is taken', () => {
  expect(keysOf(remapped({}, ALL, 'f', 'q'))).toEqual(['q', 'c', 'r', 'ArrowUp', '1']);
});

test('a key that another has is exchanged with it', () => {
  expect(keysOf(remapped({}, ALL, 'f', 'c'))).toEqual(['c', 'f', 'r', 'ArrowUp', '1']);
});

test('and back: then nothing is kept', () => {
  const once = remapped({}, ALL, 'f', 'c');
  expect(remapped(once, ALL, 'f', 'f')).toEqual({});
});

test('however often keys are chosen, no two do the same', () => {
  let map: Keymap = {};
  const wishes = ['c', 'q', 'r', '1', 'f', 'ArrowUp', 'q', 'c'];
  wishes.forEach((wish, i) => {
    map = remapped(map, ALL, ALL[(i * 3) % ALL.length]!, wish);
    expect(new Set(keysOf(map)).size, JSON.stringify(map)).toBe(ALL.length);
  });
});

test('keys that browsers and dialogs need are not to be had', () => {
  for (const key of ['Tab', 'Enter', 'Escape', ' ', 'Shift', 'Unidentified'])
    expect(mayBeChosen(key), key).toBe(false);
  for (const key of ['q', '7', '/', 'ArrowLeft', 'F2']) expect(mayBeChosen(key), key).toBe(true);
});
