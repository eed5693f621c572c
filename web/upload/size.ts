/** A number of bytes as text: "200 MB", "1.2 MB", "34 kB". */

export function size(bytes: number): string {
  const [unit, by] = bytes >= 1e6 ? ['MB', 1e6] : ['kB', 1e3];
  const value = bytes / Number(by);
  return `${value >= 10 || Number.isInteger(value) ? Math.round(value) : value.toFixed(1)} ${unit}`;
}

/** A share in whole percent. 100 only if it is complete. */
export function percent(part: number, whole: number): string {
  return `${whole ? Math.floor((100 * part) / whole) : 0}%`;
}
