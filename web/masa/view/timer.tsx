/** The form for blinds that rise by time: one level per line, "1/2", "2/4 (1)". */

import { useSignal } from '@preact/signals';
import { number, refusalText } from '../../lib/i18n';
import { blindsText } from '../../lib/level';
import { t } from '../panel/text';
import type { Ctrl } from '../ctrl';
import { levelsFrom, readLevels } from '../levels';
import { styles } from '../../lib/css';
import masaSheet from '../masa.module.css';

const css = styles(masaSheet);

const MINUTES = [5, 10, 15, 20, 30];

export function Timer({ ctrl }: { ctrl: Ctrl }) {
  const { timer } = ctrl.room.value!;
  const { blinds, terms } = ctrl.view.value!;
  const text = useSignal(
    levelsFrom(blinds, terms.least_buy_in)
      .map(level => blindsText(level, String))
      .join('\n'),
  );
  const minutes = useSignal(15);
  const levels = readLevels(text.value);
  const start = (event: Event) => {
    event.preventDefault();
    if (levels) void ctrl.send({ do: 'set_blind_timer', levels, minutes: minutes.value });
  };
  if (timer)
    return (
      <section class={css('part')}>
        <h3>{t('blind_timer')}</h3>
        <p class="soft">{t('timer_level', { level: timer.level, levels: timer.levels })}</p>
        <button type="button" onClick={() => void ctrl.send({ do: 'set_blind_timer', levels: [] })}>
          {t('timer_stop')}
        </button>
      </section>
    );
  return (
    <details class={css('part')}>
      <summary>{t('blind_timer')}</summary>
      <form onSubmit={start}>
        <label class="field">
          <span>{t('timer_levels')}</span>
          <textarea
            rows={6}
            class="number"
            aria-invalid={!levels}
            defaultValue={text.value}
            onInput={event => (text.value = event.currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>{t('timer_minutes')}</span>
          <select
            value={minutes.value}
            onChange={event => (minutes.value = Number(event.currentTarget.value))}
          >
            {MINUTES.map(one => (
              <option key={one} value={one}>
                {number(one)}
              </option>
            ))}
          </select>
        </label>
        {!levels && <p class="bad">{refusalText('BAD_BLINDS', '')}</p>}
        <button type="submit" disabled={!levels}>
          {t('timer_start')}
        </button>
      </form>
    </details>
  );
}
