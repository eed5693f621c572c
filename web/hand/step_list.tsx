/** The list of all steps, street by street. Each row is a button that shows its step. */

import { useEffect, useRef } from 'preact/hooks';
import { cardText } from '../masa/dealer_lines';
import { streetName } from './controls';
import type { HandCtrl } from './ctrl';
import { isWrong } from './decision';
import type { Step } from './step';
import { t } from './text';
import { stepText } from './step_text';
import { styles } from '../lib/css';
import handSheet from './hand.module.css';

const css = styles(handSheet);

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
              <Loss ctrl={ctrl} index={index} />
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

/** What a mistake or blunder lost. Losses that may be none are shown with the decision only. */
function Loss({ ctrl, index }: { ctrl: HandCtrl; index: number }) {
  const decision = ctrl.decisions.value[index];
  if (!decision?.loss || !isWrong(decision) || ctrl.isHidden(decision)) return null;
  return (
    <span class={css(decision.verdict === 'blunder' ? 'loss dear number' : 'loss number')}>
      {ctrl.worth(-decision.loss)}
    </span>
  );
}
