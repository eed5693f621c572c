/** The list of all steps, street by street. Each row is a button that shows its step. */

import { useEffect, useRef } from 'preact/hooks';
import { cardText } from '../masa/dealer_lines';
import { streetName } from './controls';
import type { HandCtrl } from './ctrl';
import type { Step } from './step';
import { t } from './text';
import { stepText } from './step_text';
import { styles } from '../lib/css';
import handSheet from './hand.module.css';

const css = styles(handSheet);

/** Expected loss of an act in big blinds: from the first value on it is shown, from the second in
 * red. */
const LOSS_LIMITS = [0.5, 2] as const;

export function StepList({ ctrl }: { ctrl: HandCtrl }) {
  const list = useRef<HTMLOListElement>(null);
  const at = ctrl.at.value;
  // Scrolls the row into view inside the list, without scrolling the page.
  useEffect(() => {
    const box = list.current;
    const line = box?.querySelector<HTMLElement>('[aria-current]');
    if (!box || !line) return;
    const [top, bottom] = [line.offsetTop, line.offsetTop + line.offsetHeight];
    if (top < box.scrollTop) box.scrollTop = top - 8;
    else if (bottom > box.scrollTop + box.clientHeight)
      box.scrollTop = bottom - box.clientHeight + 8;
  }, [at]);
  return (
    <section class={css('panel moves')} aria-label={t('moves')}>
      <ol ref={list} tabIndex={-1}>
        {ctrl.steps.value.map((step, index) => (
          <li key={index} class={css(step.kind === 'act' || step.kind === 'back' ? '' : 'street')}>
            <button
              type="button"
              class="plain"
              aria-current={index === at ? 'step' : undefined}
              onClick={() => ctrl.walk(index)}
            >
              {step.kind !== 'act' && step.kind !== 'back' && (
                <span class={css('street-name')}>{streetName(step)}</span>
              )}
              <span class={css('line')}>
                <bdi>{lineOf(ctrl, step)}</bdi>
              </span>
              <Loss ctrl={ctrl} index={index} step={step} />
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The text of a row. Rows with the name of a street need only the cards. */
function lineOf(ctrl: HandCtrl, step: Step): string {
  if (step.kind === 'start') return '';
  return step.kind === 'board' ? cardText(step.cards, false) : stepText(ctrl, step);
}

function Loss({ ctrl, index, step }: { ctrl: HandCtrl; index: number; step: Step }) {
  const loss = ctrl.studies.value[index]?.decision?.loss ?? 0;
  const blinds = loss / ctrl.big.value;
  if (step.kind !== 'act' || blinds < LOSS_LIMITS[0]) return null;
  return (
    <span class={css(blinds < LOSS_LIMITS[1] ? 'loss number' : 'loss dear number')}>
      {ctrl.worth(-loss)}
    </span>
  );
}
