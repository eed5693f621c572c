/** Which of several tables the keys are for. */

/** Those that wait for one's act, whoever has waited longest first. */
export function inLine(before: readonly string[], asked: readonly string[]): string[] {
  const still = before.filter(masa => asked.includes(masa));
  return [...still, ...asked.filter(masa => !still.includes(masa))];
}

/** The one with the focus if it waits, or none does; else the one that has waited longest. */
export function activeOf(line: readonly string[], focused: string | null): string | null {
  if (focused && (!line.length || line.includes(focused))) return focused;
  return line[0] ?? null;
}
