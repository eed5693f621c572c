/** Painting a range with a brush of a chosen weight. */

import { useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { RangeAnswer } from '../lib/api';
import { Dialog } from '../lib/parts/dialog';
import { PaintGrid } from '../lib/parts/grid';
import { noWeights, painted, percentOf, rangeText } from '../lib/range';
import { post } from '../lib/net/rest';
import { trying } from '../lib/parts/toast';
import { t } from './text';
import { styles } from '../lib/css';
import gridSheet from '../lib/parts/grid.module.css';
import toolsSheet from './tools.module.css';

const css = styles(gridSheet, toolsSheet);

const BRUSHES = [1, 0.75, 0.5, 0.25] as const;

interface PaintProps {
  /** The painted weights. A signal, because a stroke can be faster than drawing, and each step
   * needs the newest value. */
  weights: Signal<number[][]>;
  changed?(): void;
}

export function Paint({ weights, changed }: PaintProps) {
  const brush = useSignal<number>(1);
  const set = (now: number[][]) => {
    weights.value = now;
    changed?.();
  };
  return (
    <>
      <PaintGrid
        weights={weights.value}
        label={t('paint_label')}
        brush={brush.value}
        paint={(row, column, to) => set(painted(weights.peek(), row, column, to))}
      />
      <div class={css('row brushes')}>
        <span aria-hidden="true">{t('brush')}</span>
        <div class="choice" role="group" aria-label={t('brush')}>
          {BRUSHES.map(weight => (
            <button
              key={weight}
              type="button"
              aria-pressed={brush.value === weight}
              onClick={() => (brush.value = weight)}
            >
              {100 * weight}%
            </button>
          ))}
        </div>
        <button
          type="button"
          class="plain small"
          onClick={() => set(noWeights().map(line => line.map(() => 1)))}
        >
          {t('all_hands')}
        </button>
        <button type="button" class="plain small" onClick={() => set(noWeights())}>
          {t('clear')}
        </button>
      </div>
    </>
  );
}

/** The range of a text, as the server reads it. Empty for an empty text. */
export const read = (text: string): Promise<RangeAnswer> =>
  post<RangeAnswer>('tools/range', { text });

interface Props {
  text: string;
  set(text: string): void;
  close(): void;
}

/** A dialog that starts with the range of *text* and calls *set* with the painted one. */
export function Painter({ text, set, close }: Props) {
  const weights = useSignal(noWeights());
  useEffect(() => {
    if (text.trim()) void trying(read(text).then(({ grid }) => (weights.value = grid)));
  }, []);
  const done = async () => {
    const all = rangeText(weights.value);
    const short = all ? await trying(read(all)) : null;
    if (all && !short) return;
    set(short?.text ?? '');
    close();
  };
  return (
    <Dialog title={t('paint_title')} close={close} class={css('painter')}>
      <Paint weights={weights} />
      <p class={css('row between-ends')}>
        <span class="number">
          {t('of_all', { percent: `${percentOf(weights.value).toFixed(1)}%` })}
        </span>
        <button type="button" class="main" onClick={() => void done()}>
          {t('done')}
        </button>
      </p>
    </Dialog>
  );
}
