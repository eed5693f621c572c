/** The times of a tournament. They run on from the message that told them, unless it is paused or held. */

import type { BlindsData, TournamentFigures } from './wire';

type Times = Pick<TournamentFigures, 'status' | 'rises' | 'done' | 'every' | 'rest' | 'held'>;

const SECOND = 1000;

const passed = (times: Times, since: number): number =>
  times.status === 'running' && !times.held ? Math.max(0, since) : 0;

/** Milliseconds left of a break, so long after it was told; 0 while there is none. */
export function restLeft(times: Times, since: number): number {
  return Math.max(0, times.rest - passed(times, since));
}

/** Milliseconds to the next level; null where levels do not rise by time. A break stops it. */
export function levelLeft(times: Times, since: number): number | null {
  if (times.rises !== 'time') return null;
  const played = Math.max(0, passed(times, since) - times.rest);
  return Math.max(0, times.every - times.done - played);
}

/** 272,000 as "4:32", 3,723,000 as "1:02:03": a second is counted until it is over. */
export function clockText(ms: number): string {
  const all = Math.ceil(ms / SECOND);
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** How many hundredths of the level are over: for a bar. */
export function levelPart(times: Times, since: number): number {
  const left = levelLeft(times, since);
  const done = left === null ? times.done : times.every - left;
  return times.every ? Math.min(100, Math.max(0, Math.round((100 * done) / times.every))) : 0;
}

/** One away from the prizes. */
export function isBubble(
  figures: Pick<TournamentFigures, 'left' | 'paid_places' | 'open'>,
): boolean {
  return !figures.open && figures.paid_places > 0 && figures.left === figures.paid_places + 1;
}

/** "50/100", with an ante "50/100 (10)". */
export function blindsText(
  { small, big, ante }: Pick<BlindsData, 'small' | 'big' | 'ante'>,
  number: (value: number) => string,
): string {
  return `${number(small)}/${number(big)}${ante ? ` (${number(ante)})` : ''}`;
}

/** A stack in big blinds: one decimal while it is short, since that is when it matters. */
export function inBlinds(stack: number, big: number): string {
  const blinds = big ? stack / big : 0;
  return blinds < 10 ? String(Math.floor(blinds * 10) / 10) : String(Math.floor(blinds));
}
