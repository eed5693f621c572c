/** The geometry of the winnings graph: points and axis labels. */

import type { WinningsPoint } from '../lib/api';

export type Series = 'won' | 'adjusted' | 'showdown' | 'without';
export const SERIES: readonly Series[] = ['won', 'adjusted', 'showdown', 'without'];

export const START: WinningsPoint = { hands: 0, won: 0, adjusted: 0, showdown: 0 };

export function valueOf(point: WinningsPoint, series: Series): number {
  return series === 'without' ? point.won - point.showdown : point[series];
}

/** The lowest and highest value of the shown lines and 0. */
export function valueRange(
  line: readonly WinningsPoint[],
  shown: readonly Series[],
): [number, number] {
  let [low, high] = [0, 0];
  for (const point of line)
    for (const series of shown) {
      const value = valueOf(point, series);
      if (value < low) low = value;
      if (value > high) high = value;
    }
  return low === high ? [-1, 1] : [low, high];
}

/** About *count* round numbers between two values. */
export function ticks(low: number, high: number, count: number): number[] {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map(times => times * power).find(size => size >= rough)!;
  const first = Math.ceil(low / step);
  const last = Math.floor(high / step);
  // Multiples instead of sums, because 0.1 + 0.2 is not 0.3.
  return Array.from({ length: last - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
}

export interface Scale {
  x(hands: number): number;
  y(value: number): number;
}

export interface Box {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export function scaleOf(most: number, [low, high]: [number, number], box: Box): Scale {
  const across = box.width - box.left - box.right;
  const down = box.height - box.top - box.bottom;
  return {
    x: hands => box.left + (across * hands) / Math.max(1, most),
    y: value => box.top + (down * (high - value)) / (high - low),
  };
}

export function pathOf(line: readonly WinningsPoint[], series: Series, { x, y }: Scale): string {
  return line
    .map(
      (point, i) =>
        `${i ? 'L' : 'M'}${x(point.hands).toFixed(1)} ${y(valueOf(point, series)).toFixed(1)}`,
    )
    .join('');
}

/** The point at a number of hands, or the last one before. */
export function pointAt(line: readonly WinningsPoint[], hands: number): WinningsPoint {
  let found = line[0] ?? START;
  for (const point of line) {
    if (point.hands > hands) break;
    found = point;
  }
  return found;
}

/** About *count* points including the last, for a table. */
export function sample(line: readonly WinningsPoint[], count: number): WinningsPoint[] {
  const every = Math.max(1, Math.ceil(line.length / count));
  return line.filter((_, index) => (line.length - 1 - index) % every === 0);
}
