/** Blind levels as text, one level per line: "25/50", with an ante "25/50 (5)". */

import { areBlinds, isWhole } from '../lib/number';

export interface Level {
  small: number;
  big: number;
  ante: number;
}

const MOST = 30;

/** Suggested levels: each doubles the one before, as long as the smallest buy-in can pay for it. */
export function levelsFrom(first: Level, leastBuyIn: number): Level[] {
  const levels: Level[] = [];
  for (let by = 1; levels.length < 8; by *= 2) {
    const level = { small: by * first.small, big: by * first.big, ante: by * first.ante };
    if (level.big + level.ante > leastBuyIn) break;
    levels.push(level);
  }
  return levels;
}

/** Reads levels. Null if a line is not a level or there is no line. */
export function readLevels(text: string): Level[] | null {
  const levels: Level[] = [];
  for (const line of text.split('\n').filter(one => one.trim())) {
    const found = /^\s*(\d+)\s*\/\s*(\d+)\s*(?:\(\s*(\d+)\s*\))?\s*$/.exec(line);
    if (!found) return null;
    const [small, big, ante] = [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)];
    if (!areBlinds(small, big) || !isWhole(ante)) return null;
    levels.push({ small, big, ante });
  }
  return levels.length && levels.length <= MOST ? levels : null;
}
