/** Remaining times of a tournament's levels and breaks. They are computed from the last message,
 * except while the tournament is paused or held. */

import type { BlindsData, TournamentFigures } from './wire';

type Times = Pick<TournamentFigures, 'status' | 'rises' | 'done' | 'every' | 'rest' | 'held'>;

const SECOND = 1000;

const passed = (times: Times, since: number): number =>
  times.status === 'running' && !times.held ? Math.max(0, since) : 0;

/** Milliseconds left of the break, *since* milliseconds after the message. 0 if there is no break. */
export function restLeft(times: Times, since: number): number {
  return Math.max(0, times.rest - passed(times, since));
}

/** Milliseconds until the next level. Null if levels do not rise by time. The level clock stops
 * during a break. */
export function levelLeft(times: Times, since: number): number | null {
  if (times.rises !== 'time') return null;
  const played = Math.max(0, passed(times, since) - times.rest);
  return Math.max(0, times.every - times.done - played);
}

/** A time as text: 272,000 ms is "4:32", 3,723,000 ms is "1:02:03". Started seconds count in full. */
export function clockText(ms: number): string {
  const all = Math.ceil(ms / SECOND);
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** How much of the level has passed, in percent, for a progress bar. */
export function levelPercent(times: Times, since: number): number {
  const left = levelLeft(times, since);
  const done = left === null ? times.done : times.every - left;
  return times.every ? Math.min(100, Math.max(0, Math.round((100 * done) / times.every))) : 0;
}

/** Whether the next player out is the last one without a prize. Before the first player is out, as in
 * a heads-up game, that is nothing special. */
export function isBubble({
  open,
  paid_places,
  left,
  entries,
}: Pick<TournamentFigures, 'left' | 'paid_places' | 'open' | 'entries'>): boolean {
  return !open && paid_places > 0 && left === paid_places + 1 && left < entries;
}

/** Blinds as text: "50/100", with an ante "50/100 (10)". */
export function blindsText(
  { small, big, ante }: Pick<BlindsData, 'small' | 'big' | 'ante'>,
  number: (value: number) => string,
): string {
  return `${number(small)}/${number(big)}${ante ? ` (${number(ante)})` : ''}`;
}

/** A stack in big blinds. Short stacks have one decimal, because there it matters. */
export function inBlinds(stack: number, big: number): string {
  const blinds = big ? stack / big : 0;
  return blinds < 10 ? String(Math.floor(blinds * 10) / 10) : String(Math.floor(blinds));
}
