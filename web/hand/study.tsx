/** The panel beside the table drawing: the analysis of the shown step. */

import type { ChanceData, StepData } from '../lib/api';
import { Card } from '../lib/parts/card';
import { Icon } from '../lib/parts/icon';
import type { HandCtrl } from './ctrl';
import { Decision, Judgement } from './decision';
import { t, type TextKey } from './text';
import { percent, plain, reasonText, stepText } from './step_text';
import en from './text/en';
import { styles } from '../lib/css';
import replaySheet from '../masa/replay.module.css';
import handSheet from './hand.module.css';

const css = styles(replaySheet, handSheet);

interface Props {
  ctrl: HandCtrl;
}

/** The text of the step, with pot, pot odds and stack-to-pot ratio. */
export function StepFigures({ ctrl }: Props) {
  const step = ctrl.step.value!;
  const odds = ctrl.study.value?.odds;
  const facts: [string, string, string?][] = [
    [t('pot'), ctrl.chips(step.scene.game!.pot)],
    ...(odds
      ? ([
          [t('to_call'), ctrl.chips(odds.to_call)],
          [t('pot_odds'), odds.to_call ? percent(odds.needed) : '–', t('pot_odds.words')],
          [t('spr'), odds.stack_to_pot.toFixed(1), t('spr.words')],
        ] as [string, string, string?][])
      : []),
  ];
  return (
    <section class={css('panel now')} aria-label={t('step', position(ctrl))}>
      <p class={css('happens')}>
        <span aria-hidden="true">{stepText(ctrl, step)}</span>
        <span class="unseen" role="status">
          {stepText(ctrl, step, true)}
        </span>
      </p>
      <dl class={css('facts')}>
        {facts.map(([name, value, words]) => (
          <div key={name} title={words}>
            <dt>
              {name}
              {words && <span class="unseen"> ({words})</span>}
            </dt>
            <dd class="number">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const position = (ctrl: HandCtrl) => ({
  step: ctrl.at.value + 1,
  steps: ctrl.steps.value.length,
});

export function Study({ ctrl }: Props) {
  const study = ctrl.study.value;
  const refusal = ctrl.noAnalysis.value;
  if (refusal) {
    const key = `no.${refusal.code}`;
    return (
      <section class={css('panel study')} aria-label={t('study')}>
        <p role="alert">{key in en ? t(key as TextKey) : refusal.text}</p>
        <button type="button" onClick={() => void ctrl.analyse()}>
          {t('ask_again')}
        </button>
      </section>
    );
  }
  if (!ctrl.analysis.value)
    return (
      <section class={css('panel study')} aria-busy="true" aria-label={t('analysing')}>
        <p class="soft">{t('analysing')}</p>
        <span class="waiting" />
        <span class="waiting" />
      </section>
    );
  const isEnd = ctrl.step.value!.kind === 'end';
  const decision = ctrl.decision.value;
  const isBare = !study || (!study.chances.length && !decision && !study.message);
  return (
    <section class={css('panel study')} aria-label={t('study')}>
      <Judgement ctrl={ctrl} />
      {decision && <Decision ctrl={ctrl} study={study!} decision={decision} />}
      {isEnd && <Adjusted ctrl={ctrl} />}
      {isBare && !isEnd && <p class="soft">{t('no_figures')}</p>}
      {study && study.chances.length > 0 && <Chances ctrl={ctrl} study={study} />}
      {study?.message && <Why ctrl={ctrl} study={study} />}
    </section>
  );
}

function Chances({ ctrl, study }: Props & { study: StepData }) {
  return (
    <div class={css('part')}>
      <h2>{t('equity')}</h2>
      <ul class={css('chances')}>
        {study.chances.map(chance => (
          <Chance key={chance.stack} ctrl={ctrl} chance={chance} />
        ))}
      </ul>
      {study.unknown > 0 && <p class={css('soft small-text')}>{t('equity.unknown')}</p>}
    </div>
  );
}

function Chance({ ctrl, chance }: Props & { chance: ChanceData }) {
  const { stack, equity, win, tie, within } = chance;
  const cards = ctrl.hand.value!.players[stack]?.cards ?? [];
  return (
    <li>
      <span class={css('minis')}>
        {cards.map(card => (
          <Card key={card} card={card} />
        ))}
      </span>
      <bdi class={css('name')}>{plain(ctrl.names.value[stack] ?? '')}</bdi>
      <strong class="number">
        {percent(equity, within ? 1 : 2)}
        {within > 0 && (
          <span class={css('soft within')}> {t('within', { percent: percent(within) })}</span>
        )}
      </strong>
      <span class={css('bar')} aria-hidden="true">
        <span class={css('won')} style={{ width: percent(win) }} />
        <span class={css('tied')} style={{ width: percent(tie) }} />
      </span>
      <span class={css('soft small-text number ways')}>
        {t('win', { percent: percent(win) })} · {t('tie', { percent: percent(tie) })}
      </span>
    </li>
  );
}

function Why({ ctrl, study }: Props & { study: StepData }) {
  const name = plain(ctrl.names.value[study.stack ?? 0] ?? '');
  return (
    <div class={css('part why')}>
      <h2>
        <Icon name="bot" />
        <bdi>{t('why', { name })}</bdi>
      </h2>
      <p>{reasonText(study.message)}</p>
    </div>
  );
}

function Adjusted({ ctrl }: Props) {
  const { net, adjusted } = ctrl.analysis.value!;
  const players = ctrl.hand.value!.players;
  const won = net ?? players.map(player => player.net);
  return (
    <div class={css('part')}>
      <h2>{t('adjusted')}</h2>
      <ul class={css('results')}>
        {players.map((player, index) => (
          <li key={player.side}>
            <bdi class={css('name')}>{plain(ctrl.names.value[index] ?? '')}</bdi>
            <span
              class={css(`net number ${won[index]! > 0 ? 'up' : won[index]! < 0 ? 'down' : ''}`)}
            >
              {won[index] == null ? '–' : ctrl.net(won[index]!)}
              {adjusted && <span class="soft"> ({ctrl.worth(adjusted[index]!)})</span>}
            </span>
          </li>
        ))}
      </ul>
      {adjusted && <p class={css('soft small-text')}>{t('adjusted.words')}</p>}
    </div>
  );
}
