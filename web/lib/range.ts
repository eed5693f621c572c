/** Ranges of starting hands as a 13 × 13 grid of weights: aces first, suited hands above the
 * diagonal. */

export const RANKS = 'AKQJT98765432';
export const SIDE = RANKS.length;

export type Weights = readonly (readonly number[])[];

export function className(row: number, column: number): string {
  const [high, low] = [RANKS[Math.min(row, column)]!, RANKS[Math.max(row, column)]!];
  return high + low + (row === column ? '' : row < column ? 's' : 'o');
}

/** Number of card combinations in a cell. All cells together have 1326. */
export const combosAt = (row: number, column: number): number =>
  row === column ? 6 : row < column ? 4 : 12;

const ALL = 1326;

export const noWeights = (): number[][] => RANKS.split('').map(() => Array<number>(SIDE).fill(0));

export function percentOf(weights: Weights): number {
  const combos = weights.flatMap((line, row) =>
    line.map((weight, column) => weight * combosAt(row, column)),
  );
  return (100 * combos.reduce((sum, part) => sum + part, 0)) / ALL;
}

/** The range as text that the server can read: "AA, AKs:0.5". It lists every cell; the server knows
 * the shortest form. */
export function rangeText(weights: Weights): string {
  return weightedHands(weights)
    .map(([name, weight]) => (weight < 1 ? `${name}:${Number(weight.toFixed(2))}` : name))
    .join(', ');
}

/** The cells that are in the range, by name and weight. */
export function weightedHands(weights: Weights): [name: string, weight: number][] {
  return weights.flatMap((line, row) =>
    line.flatMap((weight, column): [string, number][] =>
      weight > 0 ? [[className(row, column), weight]] : [],
    ),
  );
}

export function painted(weights: Weights, row: number, column: number, to: number): number[][] {
  return weights.map((line, r) =>
    line.map((weight, c) => (r === row && c === column ? to : weight)),
  );
}
