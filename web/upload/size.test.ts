import { expect, test } from 'vitest';
import { percent, size } from './size';

test.each([
  [0, '0 kB'],
  [512, '0.5 kB'],
  [34_000, '34 kB'],
  [1_234_567, '1.2 MB'],
  [50_000_000, '50 MB'],
  [199_600_000, '200 MB'],
])('%d bytes are %s', (bytes, text) => expect(size(bytes)).toBe(text));

test('100 percent only when complete', () => {
  expect([percent(0, 0), percent(999, 1000), percent(1000, 1000)]).toEqual(['0%', '99%', '100%']);
});
