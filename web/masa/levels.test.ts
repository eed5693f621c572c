import { describe, expect, it } from 'vitest';
import { levelsFrom, readLevels } from './levels';

describe('levels of blinds', () => {
  it('are written one per line, with the ante in brackets', () => {
    expect(readLevels('1/2\n 2 / 4 (1) \n\n')).toEqual([
      { small: 1, big: 2, ante: 0 },
      { small: 2, big: 4, ante: 1 },
    ]);
  });

  it('are refused as a whole if one line is invalid', () => {
    for (const text of ['', '1/2\n4/2', '1/2\nx', '1-2', '1/2 (x)', '0/0', '1/2 3']) {
      expect(readLevels(text), text).toBeNull();
    }
    expect(readLevels('1/2\n'.repeat(31))).toBeNull();
  });

  it('are suggested up to the smallest buy-in', () => {
    const big = (least: number) =>
      levelsFrom({ small: 1, big: 2, ante: 0 }, least).map(level => level.big);
    expect(big(40)).toEqual([2, 4, 8, 16, 32]);
    expect(big(1)).toEqual([]);
    expect(levelsFrom({ small: 1, big: 2, ante: 1 }, 5)).toEqual([{ small: 1, big: 2, ante: 1 }]);
  });
});
