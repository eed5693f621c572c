/** The remaining time of the player to act. */

import { usePageClock } from '../../lib/page_clock';
import type { Clock } from '../ctrl';
import { t } from '../text';
import { styles } from '../../lib/css';
import clothSheet from '../cloth.module.css';
import masaSheet from '../masa.module.css';

const css = styles(clothSheet, masaSheet);

export function left(clock: Clock, at: number): number {
  return Math.max(0, clock.until - at);
}

/** A ring around the face, which shrinks with the time. Its colour changes when little time is left
 * and while the time bank runs. */
export function Ring({ clock }: { clock: Clock }) {
  const ms = left(clock, usePageClock());
  const part = clock.total ? Math.min(1, ms / clock.total) : 0;
  const kind = clock.bank ? 'bank' : part < 0.25 ? 'late' : '';
  return (
    <svg class={css(`countdown ${kind}`)} viewBox="0 0 36 36" aria-hidden="true">
      <circle cx="18" cy="18" r="16.500" />
      <circle
        class={css('left')}
        cx="18"
        cy="18"
        r="16.500"
        pathLength={1}
        style={{ strokeDashoffset: String(1 - part) }}
      />
    </svg>
  );
}

/** The remaining seconds on the plate. */
export function SecondsLeft({ clock }: { clock: Clock }) {
  const seconds = Math.ceil(left(clock, usePageClock()) / 1000);
  return (
    <span class={css(`tag time number ${clock.bank ? 'bank' : ''}`)} aria-hidden="true">
      {clock.bank ? t('bank_seconds', { seconds }) : t('seconds', { seconds })}
    </span>
  );
}

/** The time to act as a bar along the edge of the buttons. It is red while the time bank runs. */
export function TimeBar({ clock }: { clock: Clock }) {
  const ms = left(clock, usePageClock());
  const part = clock.total ? Math.min(1, ms / clock.total) : 0;
  return (
    <span class={css('time-bar', clock.bank && 'bank')} aria-hidden="true">
      <span style={{ transform: `scaleX(${part.toFixed(4)})` }} />
    </span>
  );
}
