import { createHash } from 'node:crypto';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { qr } from './qr';

const drawn = (rows: boolean[][]) => rows.map(row => row.map(dark => (dark ? '#' : '.')).join(''));

const picture = (text: string, maskPattern = 0) =>
  drawn(encode(text, { ecc: 'M', border: 0, maskPattern }).data);

/** Expected values from another encoder with the same error correction and mask. */
test('the code of a short text equals the expected modules', () => {
  expect(picture('pokermasa')).toEqual([
    '#######..#..#.#######',
    '#.....#.#...#.#.....#',
    '#.###.#..###..#.###.#',
    '#.###.#...###.#.###.#',
    '#.###.#.##..#.#.###.#',
    '#.....#.....#.#.....#',
    '#######.#.#.#.#######',
    '.........#.##........',
    '#.#.#.#..#.#....#..#.',
    '#.#.##.###...#..#.###',
    '.###.##.#...##.###.##',
    '...#....#..........#.',
    '#.#####..##.#...#...#',
    '........#.##.#.####.#',
    '#######...##.#####.##',
    '#.....#..#.###.......',
    '#.###.#.#..#..##.....',
    '#.###.#..#....###..#.',
    '#.###.#.#.#.#..####.#',
    '#.....#...#...###..#.',
    '#######.##..#.#.##.##',
  ]);
});

test.each([
  [62, 33, 'ff07cca738757b8e'],
  [66, 37, 'ac4633614d1d7960'],
  [122, 45, 'fead19c9d492f60e'],
  [213, 57, '3a751ac20582b6fa'],
])('%i bytes: codes of several blocks equal those of another encoder', (bytes, size, digest) => {
  const rows = picture('masa'.repeat(60).slice(0, bytes));
  expect(rows.length).toBe(size);
  expect(createHash('sha256').update(rows.join('\n')).digest('hex').slice(0, 16)).toBe(digest);
});

test('the displayed code has the same data under the best mask', () => {
  const link = 'https://room.example/masa/4f1c?key=玩';
  const masked = [0, 1, 2, 3, 4, 5, 6, 7].map(mask => picture(link, mask));
  expect(masked).toContainEqual(drawn(qr(link)!));
});

test('a text that is too long has no code', () => {
  expect(qr('x'.repeat(2331))).not.toBeNull();
  expect(qr('x'.repeat(2332))).toBeNull();
});
