/** The tournament around a table: special phases, the placeholder of the level line, and the break
 * screen. */

import { number } from '../../lib/i18n';
import { blindsText, clockText, isBubble, restLeft } from '../../lib/level';
import { usePageClock } from '../../lib/page_clock';
import type { TableTournamentData } from '../../lib/wire';
import type { Ctrl } from '../ctrl';
import { t, type TextKey } from '../text';
import { styles } from '../../lib/css';
import masaSheet from '../masa.module.css';

const css = styles(masaSheet);

/** The phase, such as final table or bubble. The only table of a small tournament is not called a
 * final table. */
export function stateOf(event: TableTournamentData, sides: number): TextKey | null {
  if (event.status === 'ended' || event.status === 'cancelled') return null;
  if (event.hand_for_hand) return 'hand_for_hand';
  if (isBubble(event)) return 'bubble';
  return event.final_table && event.entries > sides ? 'final_table' : null;
}

/** Placeholder for the level line while its code loads. */
export function LevelPlace() {
  return (
    <div class={css('level-bar')} aria-hidden="true">
      <span class={css('level-line')} />
    </div>
  );
}

/** The countdown in the middle of the table during a break. */
export function BreakScreen({
  ctrl,
  event,
}: {
  ctrl: Pick<Ctrl, 'roomAt'>;
  event: TableTournamentData;
}) {
  const rest = restLeft(event, usePageClock() - ctrl.roomAt.value);
  return (
    <div class={css('break-screen')}>
      <p>{t('break')}</p>
      <p class={css('number break-time')} role="timer">
        {clockText(rest)}
      </p>
      <p class="number">
        {t('break_next', { level: event.level, blinds: blindsText(event.blinds, number) })}
      </p>
    </div>
  );
}
