/** The changes in a tournament from one table message to the next, as lines of the dealer. */

import { number } from '../lib/i18n';
import { blindsText, clockText, isBubble } from '../lib/level';
import type { TableTournamentData } from '../lib/wire';
import type { Line } from './dealer_lines';
import { t } from './text';

const isPlayed = ({ status }: TableTournamentData): boolean =>
  status === 'running' || status === 'paused';

/** Whether all remaining players win a prize. */
const isPaid = ({ open, left, paid_places }: TableTournamentData): boolean =>
  !open && left > 1 && left <= paid_places;

/** The last state of each tournament, from whichever of its tables. */
const known = new Map<string, TableTournamentData>();

/** The lines since the last message. A player who was moved gets what happened meanwhile. */
export function changesSince(now: TableTournamentData): Line[] {
  const was = known.get(now.id);
  known.set(now.id, now);
  return was ? changes(was, now) : [];
}

export function changes(was: TableTournamentData, now: TableTournamentData): Line[] {
  const found: Line[] = [];
  const begins = (so: (one: TableTournamentData) => boolean) => so(now) && !so(was);
  if (now.level > was.level) {
    const blinds = blindsText(now.blinds, number);
    found.push(() => t('event.level', { level: now.level, blinds }));
  }
  if (begins(one => one.rest > 0)) {
    const time = clockText(now.rest);
    found.push(() => t('event.break', { time }));
  }
  if (isPlayed(now) && was.rest > 0 && !now.rest) found.push(() => t('event.break_over'));
  if (begins(one => one.status === 'paused')) found.push(() => t('event.paused'));
  if (was.status === 'paused' && now.status === 'running') found.push(() => t('event.resumed'));
  if (begins(one => one.final_table && isPlayed(one))) found.push(() => t('event.final_table'));
  if (begins(one => one.hand_for_hand)) found.push(() => t('event.hand_for_hand'));
  else if (begins(isBubble) && !now.hand_for_hand) found.push(() => t('event.bubble'));
  if (begins(isPaid)) found.push(() => t('event.money'));
  return found;
}
