import { expect, test } from 'vitest';
import { faceOf } from './avatar';

const STAFF = ['Ada', 'Blaise', 'Cem', 'Daria', 'Emil', 'Fatma', 'Gao', 'Hana', 'Ivo'];

test('each house character has its own face, also in a tournament', () => {
  const faces = STAFF.map(name => JSON.stringify(faceOf(`${name} (bot)`)));
  expect(new Set(faces).size).toBe(STAFF.length);
  expect(faceOf('Ada 2 (bot)')).toEqual(faceOf('Ada (bot)'));
});

test('a name always has the same face, and a person never a house character’s', () => {
  expect(faceOf('Willow')).toEqual(faceOf('Willow'));
  for (const name of STAFF) expect(faceOf(name)).not.toEqual(faceOf(`${name} (bot)`));
});

test('similar names have different faces', () => {
  const faces = Array.from({ length: 100 }, (_, i) => JSON.stringify(faceOf(`Guest ${i}`)));
  expect(new Set(faces).size).toBeGreaterThan(90);
});
