/** Tables that wait for the user's act, longest waiting first. */
export function waitingOrder(before: readonly string[], asked: readonly string[]): string[] {
  const still = before.filter(masa => asked.includes(masa));
  return [...still, ...asked.filter(masa => !still.includes(masa))];
}

/** The table that receives the keys: the focused one if it waits or no table waits, otherwise the
 * one that has waited longest. */
export function activeOf(waiting: readonly string[], focused: string | null): string | null {
  if (focused && (!waiting.length || waiting.includes(focused))) return focused;
  return waiting[0] ?? null;
}
