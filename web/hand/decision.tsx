/** Verdicts: the summary of the judged decisions, and the decision of the shown step. */

import type { DecisionData, RangeReadData, StepData } from '../lib/api';
import { RangeGrid } from '../lib/parts/grid';
import { weightedHands } from '../lib/range';
import { streetName } from './controls';
import { mainOptions } from './main_options';
import type { HandCtrl } from './ctrl';
import { actText, percent, plain, stepText } from './step_text';
import { t, type TextKey } from './text';
import en from './text/en';
import { styles } from '../lib/css';
import handSheet from './hand.module.css';

const css = styles(handSheet);

interface Props {
  ctrl: HandCtrl;
}

/** What the decisions of the player lost together, with a link to the worst one. */
export function Judgement({ ctrl }: Props) {
  if (!ctrl.canJudge.value) return null;
  const refusal = ctrl.noJudgement.value;
  const judgement = ctrl.shownJudgement.value;
  return (
    <div class={css('part judgement')} aria-busy={ctrl.isJudging.value} role="status">
      {!judgement && (
        <button type="button" disabled={ctrl.isJudging.value} onClick={() => void ctrl.judge()}>
          {t(ctrl.isJudging.value ? 'judging' : 'judge')}
        </button>
      )}
      {ctrl.isJudging.value && (
        <>
          <progress value={ctrl.judgedPart.value ?? undefined} aria-label={t('judging')} />
          <p class={css('soft small-text')}>{t('judging.words')}</p>
        </>
      )}
      {refusal && <p class="bad">{refusalText(refusal)}</p>}
      {judgement && <Summary ctrl={ctrl} />}
    </div>
  );
}

function Summary({ ctrl }: Props) {
  const { steps, lost } = ctrl.shownJudgement.value!;
  const judged = steps.filter(({ decision }) => decision.verdict !== 'none');
  const wrong = judged
    .filter(({ decision }) => isWrong(decision))
    .sort((one, other) => (other.decision.loss ?? 0) - (one.decision.loss ?? 0));
  const worst = wrong[0];
  const counts = { judged: judged.length, decisions: steps.length };
  if (!judged.length) return <p class={css('verdict none')}>{t('judged_none', counts)}</p>;
  if (!worst) return <p class={css('verdict good')}>{t('judged_good', counts)}</p>;
  const at = ctrl.stepAt(worst.number);
  return (
    <>
      <p class={css('verdict')}>
        {t('judged_wrong', { ...counts, wrong: wrong.length, lost: ctrl.size(lost) })}
      </p>
      {at !== null && (
        <p>
          {worstText(ctrl, at, worst.decision)}{' '}
          <button type="button" onClick={() => ctrl.walk(at)}>
            {t('go_there')}
          </button>
        </p>
      )}
    </>
  );
}

function worstText(ctrl: HandCtrl, at: number, { best, loss }: DecisionData): string {
  const step = ctrl.steps.value[at]!;
  const study = ctrl.studies.value[at]!;
  const values = { round: streetName(step), step: stepText(ctrl, step) };
  const better = actText(ctrl, best ?? '', study);
  if (loss === null) return t('worst_always', { ...values, better });
  return t('worst', { ...values, better, loss: ctrl.size(loss) });
}

export const isWrong = ({ verdict }: DecisionData) =>
  verdict === 'mistake' || verdict === 'blunder';

interface DecisionProps extends Props {
  study: StepData;
  decision: DecisionData;
}

export function Decision({ ctrl, study, decision }: DecisionProps) {
  const name = plain(ctrl.names.value[decision.stack] ?? '');
  if (ctrl.isHidden(decision))
    return (
      <div class={css('part')}>
        <button type="button" onClick={() => (ctrl.showsOthers.value = true)}>
          {t('show_others')}
        </button>
      </div>
    );
  return (
    <div class={css('part')}>
      <h2>
        <bdi>{t('decision', { name })}</bdi>
      </h2>
      <p class={css('verdict', decision.verdict)}>{verdictText(ctrl, decision, study)}</p>
      {decision.equity !== null && (
        <p>
          {t('against', { percent: percent(decision.equity) })}{' '}
          {!!study.odds?.to_call && t('needs', { percent: percent(study.odds.needed) })}
        </p>
      )}
      <Options ctrl={ctrl} decision={decision} study={study} />
      {decision.source === 'solution' && (
        <p class={css('soft small-text')}>
          {t('solved_words', {
            bets: decision.bets,
            percent: `${(decision.exploitable ?? 0).toFixed(1)}%`,
          })}
        </p>
      )}
      {decision.source === 'tables' && <p class={css('soft small-text')}>{t('tables_words')}</p>}
      {decision.source === 'push or fold' && (
        <p class={css('soft small-text')}>{t('push_words')}</p>
      )}
      {decision.is_tournament && <p class={css('soft small-text')}>{t('chips_words')}</p>}
      {decision.is_first && <p class={css('soft small-text')}>{t('first_words')}</p>}
      {!decision.is_near && <p class={css('soft small-text')}>{t('not_near')}</p>}
    </div>
  );
}

function verdictText(ctrl: HandCtrl, decision: DecisionData, study: StepData): string {
  const { verdict, reason, loss, least, best } = decision;
  if (reason) {
    const key = `none.${reason}`;
    return `${t('verdict.none')} ${key in en ? t(key as TextKey) : ''}`;
  }
  const isByPrizes = decision.is_tournament && verdict === 'depends';
  const words = t(isByPrizes ? 'verdict.prizes' : (`verdict.${verdict}` as TextKey));
  if (verdict === 'good' || best === null) return words;
  const better = actText(ctrl, best, study);
  if (loss === null) return `${words} ${t('better_always', { better })}`;
  const values = { better, loss: ctrl.size(loss) };
  if (least === null) return `${words} ${t('better_by', values)}`;
  return `${words} ${t('better_least', { ...values, least: ctrl.size(least) })}`;
}

function Options({ ctrl, decision, study }: DecisionProps) {
  const options = mainOptions(decision.options);
  if (!options.length) return null;
  const most = Math.max(...options.map(({ worth, loss }) => Math.abs(worth ?? loss)), 1e-9);
  return (
    <table class={css('worths')}>
      <caption class="unseen">{t('worths')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('act')}</th>
          <th scope="col" class="number">
            {t('value')}
          </th>
          <th scope="col" class="number">
            {t('often')}
          </th>
        </tr>
      </thead>
      <tbody>
        {options.map(({ act, worth, loss, often, is_chosen }) => (
          <tr key={act} class={css(is_chosen && 'chosen')}>
            <th scope="row">
              {actText(ctrl, act, study)}
              {is_chosen && <span class={css('mark')}>{t('chosen')}</span>}
              {act === decision.best && <span class={css('mark best')}>{t('best')}</span>}
            </th>
            <td class="number">
              {often === null ? '' : ctrl.worth(worth ?? -loss)}
              <span class={css('bar')} aria-hidden="true">
                <span
                  class={css((worth ?? -loss) < 0 ? 'lost' : 'won')}
                  style={{ width: percent(Math.abs(worth ?? loss) / most) }}
                />
              </span>
            </td>
            <td class="number soft">{often === null ? '' : percent(often, 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const LIKELIEST = 8;
/** Whether the page has two columns, as in hand.module.css. */
const wide = matchMedia('(min-width: 1000px)');

/** The ranges of both players at the shown decision. On a phone only the opponent's is open, because
 * each grid fills a screen. */
export function Ranges({ ctrl }: Props) {
  const decision = ctrl.decision.value;
  if (!decision?.ranges.length || ctrl.isHidden(decision)) return null;
  return (
    <section class={css('panel ranges')} aria-label={t('ranges')}>
      {decision.ranges.map((range, index) => (
        <RangeOf key={range.stack} ctrl={ctrl} range={range} isOpen={index === 1 || wide.matches} />
      ))}
    </section>
  );
}

function RangeOf({ ctrl, range, isOpen }: Props & { range: RangeReadData; isOpen: boolean }) {
  const name = plain(ctrl.names.value[range.stack] ?? '');
  const share = `${range.percent.toFixed(1)}%`;
  const hands = weightedHands(range.grid)
    .sort(([, one], [, other]) => other - one)
    .slice(0, LIKELIEST)
    .map(([hand]) => hand)
    .join(', ');
  return (
    <details open={isOpen}>
      <summary>
        <h3>
          <bdi>{t('range_of', { name, percent: share })}</bdi>
        </h3>
      </summary>
      <RangeGrid values={range.grid} label={t('range_grid', { name, percent: share, hands })} />
    </details>
  );
}

function refusalText(refusal: { code: string; text: string }): string {
  const key = `solver.${refusal.code}`;
  return key in en ? t(key as TextKey) : refusal.text;
}
