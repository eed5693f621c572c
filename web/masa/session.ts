/** Which of one's hands belong to this evening. */

/** Who has not played for so long has come anew; in milliseconds. */
const PAUSE = 30 * 60_000;

/** How many of the hands, the newest first, were played without a pause until now. */
export function ofThisSession(hands: readonly { ended: number }[], now: number): number {
  let last = now;
  for (const [index, { ended }] of hands.entries()) {
    if (last - ended > PAUSE) return index;
    last = ended;
  }
  return hands.length;
}
