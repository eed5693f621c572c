/** Converts the results of hands (newest first) into points of a line in a box of this size. `zero`
 * is the height of a result of 0. */
export function graphOf(
  nets: readonly number[],
  width: number,
  height: number,
): { points: [x: number, y: number][]; zero: number } {
  const sums = [0];
  for (const net of [...nets].reverse()) sums.push(sums[sums.length - 1]! + net);
  const [least, most] = [Math.min(...sums), Math.max(...sums)];
  const span = most - least || 1;
  const at = (sum: number) => height - ((sum - least) / span) * height;
  const step = width / Math.max(1, sums.length - 1);
  return { points: sums.map((sum, i) => [i * step, at(sum)]), zero: at(0) };
}
