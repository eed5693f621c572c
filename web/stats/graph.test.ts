import { expect, test } from 'vitest';
import { pointAt, valueRange, pathOf, scaleOf, sample, START, ticks, valueOf } from './graph';

const line = [
  START,
  { hands: 10, won: 5, adjusted: 8, showdown: 9 },
  { hands: 20, won: -15, adjusted: 2, showdown: -20 },
];

test('winnings without showdown are the total minus those at showdown', () => {
  expect(line.map(point => valueOf(point, 'without'))).toEqual([0, -4, 5]);
});

test('the axis covers all shown values and 0', () => {
  expect(valueRange(line, ['won'])).toEqual([-15, 5]);
  expect(valueRange(line, ['won', 'showdown'])).toEqual([-20, 9]);
  expect(valueRange(line, ['adjusted'])).toEqual([0, 8]);
  expect(valueRange([START], ['won'])).toEqual([-1, 1]);
});

test('ticks are round numbers inside the range', () => {
  expect(ticks(-15, 5, 4)).toEqual([-15, -10, -5, 0, 5]);
  expect(ticks(-72, 42, 5)).toEqual([-50, -25, 0, 25]);
  expect(ticks(0, 0.7, 5)).toEqual([0, 0.2, 0.4, 0.6]);
  expect(ticks(-1234, 4321, 5)).toEqual([0, 2000, 4000]);
});

test('points lie inside the graph', () => {
  const box = { width: 120, height: 60, left: 10, right: 10, top: 5, bottom: 15 };
  expect(pathOf(line, 'won', scaleOf(20, [-15, 5], box))).toBe('M10.0 15.0L60.0 5.0L110.0 45.0');
});

test('between two points the previous one counts', () => {
  expect([pointAt(line, 0), pointAt(line, 9), pointAt(line, 10), pointAt(line, 99)]).toEqual([
    line[0],
    line[0],
    line[1],
    line[2],
  ]);
});

test('the table has few points and ends with the last one', () => {
  const long = Array.from({ length: 1000 }, (_, hands) => ({ ...START, hands }));
  const few = sample(long, 12);
  expect(few.length).toBeLessThanOrEqual(12);
  expect(few[few.length - 1]!.hands).toBe(999);
  expect(sample(line, 12)).toEqual(line);
});
