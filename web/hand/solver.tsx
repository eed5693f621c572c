/** The solver's answer for a decision. It is computed only on request, because it takes seconds. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { DecisionData, Solution, StepData } from '../lib/api';
import { withQuery } from '../lib/net/key';
import { get, Refusal } from '../lib/net/rest';
import type { HandCtrl } from './ctrl';
import { t, type TextKey } from './text';
import en from './text/en';
import { actText, percent } from './step_text';
import { styles } from '../lib/css';
import handSheet from './hand.module.css';

const css = styles(handSheet);

interface Props {
  ctrl: HandCtrl;
  study: StepData;
  decision: DecisionData;
}

/** The solver handles two players, from the turn on: a flop with both ranges needs more memory and
 * time than the room gives to one question. */
const isSolvable = ({ decision, study }: Props): boolean =>
  decision.ranges.length === 1 && study.board.length >= 4;

export function Solver(props: Props) {
  const { ctrl, study } = props;
  const solution = useSignal<Solution | null>(null);
  const refusal = useSignal<Refusal | null>(null);
  const isAsked = useSignal(false);
  useEffect(() => {
    solution.value = refusal.value = null;
    isAsked.value = false;
  }, [study.number]);
  if (!isSolvable(props)) return null;
  const ask = async () => {
    isAsked.value = true;
    refusal.value = null;
    try {
      const path = withQuery(`${ctrl.path}/solution?step=${study.number}`, ctrl.key);
      const found = await get<Solution>(path);
      if (found.step === ctrl.study.peek()?.number) solution.value = found;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusal.value = error;
    } finally {
      isAsked.value = false;
    }
  };
  const isBet = !study.odds?.to_call;
  const found = solution.value;
  return (
    <div class="solver">
      {!found && (
        <button type="button" disabled={isAsked.value} onClick={() => void ask()}>
          {t(isAsked.value ? 'solving' : 'solver')}
        </button>
      )}
      <div role="status">
        {refusal.value && <p class="bad">{stepText(refusal.value)}</p>}
        {found && (
          <>
            <h3>{t('solved')}</h3>
            <table class={css('worths')}>
              <thead>
                <tr>
                  <th scope="col">{t('act')}</th>
                  <th scope="col" class="number">
                    {t('often')}
                  </th>
                  <th scope="col" class="number">
                    {t('value')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {found.acts.map(({ act, often, worth }) => (
                  <tr key={act} class={css(act === found.act ? 'chosen' : '')}>
                    <th scope="row">
                      {actText(ctrl, act, isBet)}
                      {act === found.act && <span class={css('mark')}>{t('chosen')}</span>}
                    </th>
                    <td class="number">
                      {percent(often, 0)}
                      <span class={css('bar')} aria-hidden="true">
                        <span class={css('won')} style={{ width: percent(often) }} />
                      </span>
                    </td>
                    <td class="number">{ctrl.worth(worth)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p class={css('soft small-text')}>
              {t('solved_words', {
                bets: found.bets,
                percent: `${found.exploitable.toFixed(1)}%`,
              })}
            </p>
          </>
        )}
      </div>
    </div>
  );
}

function stepText(refusal: Refusal): string {
  const key = `solver.${refusal.code}`;
  return key in en ? t(key as TextKey) : refusal.text;
}
