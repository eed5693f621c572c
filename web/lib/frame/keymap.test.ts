import { expect, test } from 'vitest';
import { keyFor, mayBeChosen, remapped, type Keymap } from './keymap';

const ALL = ['f', 'c', 'r', 'ArrowUp', '1'];
const keysOf = (map: Keymap) => ALL.map(usual => keyFor(map, usual));

test('a free key is assigned', () => {
  expect(keysOf(remapped({}, ALL, 'f', 'q'))).toEqual(['q', 'c', 'r', 'ArrowUp', '1']);
});

test('a used key is exchanged', () => {
  expect(keysOf(remapped({}, ALL, 'f', 'c'))).toEqual(['c', 'f', 'r', 'ArrowUp', '1']);
});

test('after exchanging back nothing is stored', () => {
  const once = remapped({}, ALL, 'f', 'c');
  expect(remapped(once, ALL, 'f', 'f')).toEqual({});
});

test('no two shortcuts ever share a key', () => {
  let map: Keymap = {};
  const wishes = ['c', 'q', 'r', '1', 'f', 'ArrowUp', 'q', 'c'];
  wishes.forEach((wish, i) => {
    map = remapped(map, ALL, ALL[(i * 3) % ALL.length]!, wish);
    expect(new Set(keysOf(map)).size, JSON.stringify(map)).toBe(ALL.length);
  });
});

test('keys of browsers and dialogs are refused', () => {
  for (const key of ['Tab', 'Enter', 'Escape', ' ', 'Shift', 'Unidentified'])
    expect(mayBeChosen(key), key).toBe(false);
  for (const key of ['q', '7', '/', 'ArrowLeft', 'F2']) expect(mayBeChosen(key), key).toBe(true);
});
