/** A longer break than this, in milliseconds, starts a new session. */
const PAUSE = 30 * 60_000;

/** Number of hands in the current session. *hands* has the newest first. */
export function ofThisSession(hands: readonly { ended: number }[], now: number): number {
  let last = now;
  for (const [index, { ended }] of hands.entries()) {
    if (last - ended > PAUSE) return index;
    last = ended;
  }
  return hands.length;
}
