/** Twin of src/pokermasa/masa/position.py (`is_able`), compared by web/masa/wait_reason.test.ts.
 *
 * The reason why no hand is dealt. */

import type { SeatData, TableTournamentData, ViewData } from '../lib/wire';
import { t } from './text';

/** Whether a player would be dealt in. */
function isAble(seat: SeatData, view: ViewData): boolean {
  return seat.stack > 0 && !seat.leaving && (view.terms.absent_play || !seat.sit_out);
}

/** Why the next hand does not start. Null if it is about to start. */
export function waitReason(
  view: ViewData,
  isPaused: boolean,
  event: TableTournamentData | null = null,
): string | null {
  if (view.game) return null;
  if (event) return tournamentWaitReason(view, event);
  if (isPaused) return t('paused');
  if (view.seats.filter(seat => isAble(seat, view)).length >= 2) return null;
  const others = view.seats.filter(seat => seat.side !== view.you && !seat.leaving);
  const namesOf = (seats: SeatData[]) => seats.map(({ name }) => name).join(', ');
  const away = others.filter(seat => seat.stack && seat.sit_out && !view.terms.absent_play);
  const broke = others.filter(seat => !seat.stack);
  const waits: string[] = [];
  if (away.length) waits.push(t('waits.return', { names: namesOf(away) }));
  if (broke.length) waits.push(t('waits.chips', { names: namesOf(broke) }));
  return waits.join(' ') || t('waits.player');
}

/** In a tournament the clock and the other tables decide, never a single player. */
function tournamentWaitReason(view: ViewData, event: TableTournamentData): string | null {
  if (event.status === 'ended' || event.status === 'cancelled') return t('tournament_over');
  if (event.status === 'paused') return t('tournament_paused');
  if (event.rest) return t('on_break');
  if (event.awaited) return t('waits_re_entry');
  if (view.seats.filter(seat => seat.stack).length < 2) return t('waits_moves');
  return event.hand_for_hand ? t('waits_tables') : null;
}
