/** Ranges of the preflop tables, by position. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { PreflopAnswer } from '../lib/api';
import { get, type Refusal } from '../lib/net/rest';
import { t, type TextKey } from './text';

const POSITIONS = ['UTG', 'HJ', 'CO', 'BTN', 'SB', 'BB'] as const;
const DEPTHS = [100, 40, 20] as const;

/** Offers the hands of each act; `use` gets the range as text. */
export function Presets({ use }: { use(text: string): void }) {
  const position = useSignal('BTN');
  const vs = useSignal('');
  const depth = useSignal(100);
  const found = useSignal<PreflopAnswer | null>(null);
  const refusal = useSignal<Refusal | null>(null);
  const query = `position=${position.value}&vs=${vs.value}&depth=${depth.value}`;
  useEffect(() => {
    let isOld = false;
    found.value = refusal.value = null;
    get<PreflopAnswer>(`tools/preflop?${vs.peek() ? query : query.replace('&vs=', '')}`).then(
      answer => !isOld && (found.value = answer),
      error => !isOld && (refusal.value = error as Refusal),
    );
    return () => {
      isOld = true;
    };
  }, [query]);
  return (
    <details>
      <summary>{t('presets')}</summary>
      <div class="row">
        <label>
          {t('position')}{' '}
          <select
            value={position.value}
            onChange={event => (position.value = event.currentTarget.value)}
          >
            {POSITIONS.map(name => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          {t('against')}{' '}
          <select value={vs.value} onChange={event => (vs.value = event.currentTarget.value)}>
            <option value="">{t('nobody_raised')}</option>
            {POSITIONS.filter(name => name !== position.value).map(name => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          {t('depth')}{' '}
          <select
            value={depth.value}
            onChange={event => (depth.value = Number(event.currentTarget.value))}
          >
            {DEPTHS.map(deep => (
              <option key={deep} value={deep}>
                {deep} BB
              </option>
            ))}
          </select>
        </label>
      </div>
      {refusal.value && <p class="bad">{refusal.value.text}</p>}
      <div class="row">
        {found.value?.acts
          .filter(({ act, text }) => act !== 'fold' && text)
          .map(({ act, percent, text }) => (
            <button key={act} type="button" class="small" onClick={() => use(text)}>
              {t(`act.${act}` as TextKey)} {percent.toFixed(0)}%
            </button>
          ))}
      </div>
    </details>
  );
}
