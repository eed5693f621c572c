/** How much of somebody's time is left. */

import { useTicking } from '../../lib/ticking';
import type { Clock } from '../ctrl';
import { t } from '../text';

export function left(clock: Clock, at: number): number {
  return Math.max(0, clock.until - at);
}

export function TimeBar({ clock }: { clock: Clock }) {
  const ms = left(clock, useTicking());
  const part = clock.total ? Math.min(1, ms / clock.total) : 0;
  const kind = clock.bank ? 'bank' : part < 0.25 ? 'late' : '';
  return (
    <span class={`time ${kind}`} aria-hidden="true">
      <span style={{ transform: `scaleX(${part})` }} />
    </span>
  );
}

export function Seconds({ clock }: { clock: Clock }) {
  const ms = left(clock, useTicking());
  return (
    <span class={clock.bank ? 'seconds bank number' : 'seconds number'}>
      {clock.bank && `${t('time_bank')} `}
      {t('seconds', { seconds: Math.ceil(ms / 1000) })}
    </span>
  );
}
