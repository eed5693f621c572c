import { signal } from '@preact/signals';
import { describe, expect, test, vi } from 'vitest';
import type { Fault, Range } from './amount';

vi.mock('../lib/settings', () => ({ lang: signal('en'), settings: { unit: signal('chips') } }));
const { readAmount } = await import('./amount');

/** Blinds 5-10, a raise from 20 to 1,000. The pot is 30, and calling costs 10. */
const ofPot = (part: number) => 10 + Math.floor((30 + 10) * part);
const chips: Range = { least: 20, most: 1000, big: 10, inBlinds: false, ofPot };
const blinds: Range = { ...chips, inBlinds: true };

describe('amounts in chips', () => {
  test.each([
    ['60', 60],
    ['1,000', 1000],
    ['1 000', 1000],
    ['0.5k', 500],
    ['1k', 1000],
    ['3bb', 30],
    ['2.5bb', 25],
    ['2,5 BB', 25],
    ['2.5个大盲', 25],
    ['25,0', 25],
    ['½ pot', 30],
    ['½', 30],
    ['1/2 pot', 30],
    ['75% pot', 40],
    ['75%', 40],
    ['pot', 50],
    ['底池', 50],
  ])('%s is %d', (text, to) => expect(readAmount(text, chips)).toBe(to));

  test.each([
    ['-5', 'unclear'],
    ['−5', 'unclear'],
    ['', 'unclear'],
    ['0', 'unclear'],
    ['abc', 'unclear'],
    ['bb', 'unclear'],
    ['3x', 'unclear'],
    ['1½', 'unclear'],
    ['1/2', 'unclear'],
    ['5 %%', 'unclear'],
    ['25,5', 'whole'],
    ['25.5', 'whole'],
    ['1.000', 'two_ways'],
    ['19', 'range'],
    ['1001', 'range'],
    ['1.9bb', 'range'],
    ['101bb', 'range'],
    ['10%', 'range'],
    ['5k', 'range'],
  ])('%s is refused: %s', (text, why) =>
    expect((readAmount(text, chips) as Fault).key).toBe(`typed.${why}`),
  );

  test('the fault names the range in the typed unit', () => {
    expect((readAmount('5', chips) as Fault).values).toEqual({ least: '20', most: '1,000' });
    expect((readAmount('1', blinds) as Fault).values).toEqual({ least: '2 BB', most: '100 BB' });
    expect((readAmount('1.000', chips) as Fault).values).toEqual({ one: '1', other: '1,000' });
  });
});

describe('amounts in big blinds', () => {
  test.each([
    ['2.5', 25],
    ['2,5', 25],
    ['3bb', 30],
    ['2.37', 24],
    ['100', 1000],
    ['½ pot', 30],
  ])('%s is %d', (text, to) => expect(readAmount(text, blinds)).toBe(to));

  test.each([
    ['1', 'range'],
    ['1000', 'range'],
    ['1k', 'unclear'],
  ])('%s is refused: %s', (text, why) =>
    expect((readAmount(text, blinds) as Fault).key).toBe(`typed.${why}`),
  );

  test('a typed limit as displayed means the exact limit', () => {
    const odd: Range = { least: 2_040, most: 12_345, big: 1000, inBlinds: true };
    expect(readAmount('12.35', odd)).toBe(12_345);
    expect(readAmount('2', odd)).toBe(2_040);
    expect(readAmount('12.3', odd)).toBe(12_300);
    expect(readAmount('12.5', odd)).toMatchObject({ key: 'typed.range' });
  });
});
