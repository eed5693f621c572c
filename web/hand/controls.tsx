/** The playback controls: play, pause, step, jump, speed. Each has a button and a key. */

import { Icon, type IconName } from '../lib/parts/icon';
import { useKeys } from '../lib/frame/keyboard';
import { SPEEDS, type HandCtrl } from './ctrl';
import { streetsOf, type Step } from './step';
import { t } from './text';
import { styles } from '../lib/css';
import handSheet from './hand.module.css';

const css = styles(handSheet);

export function Controls({ ctrl }: { ctrl: HandCtrl }) {
  useStepKeys(ctrl);
  const at = ctrl.at.value;
  const last = ctrl.steps.value.length - 1;
  const button = (icon: IconName, text: string, to: number) => (
    <button
      type="button"
      class="round"
      aria-label={text}
      title={text}
      disabled={to < 0 || to > last || to === at}
      onClick={() => ctrl.walk(to)}
    >
      <Icon name={icon} />
    </button>
  );
  const isPlaying = ctrl.isPlaying.value;
  const text = t(isPlaying ? 'pause' : 'play');
  return (
    <div class={css('controls')} role="group" aria-label={t('controls')}>
      <div class={css('step-buttons')}>
        {button('first', t('first'), 0)}
        {button('back', t('previous'), at - 1)}
        <button
          type="button"
          class="main round"
          data-act="play"
          aria-label={text}
          title={text}
          onClick={() => ctrl.toggle()}
        >
          <Icon name={isPlaying ? 'pause' : 'play'} />
        </button>
        {button('next', t('next'), at + 1)}
        {button('last', t('last'), last)}
      </div>
      <input
        type="range"
        class={css('scrub')}
        min={0}
        max={last}
        value={at}
        aria-label={t('moves')}
        aria-valuetext={t('step', { step: at + 1, steps: last + 1 })}
        onInput={event => ctrl.walk(Number(event.currentTarget.value))}
      />
      <div class={css('choice speed')} role="group" aria-label={t('speed')}>
        {SPEEDS.map(speed => (
          <button
            key={speed}
            type="button"
            aria-pressed={ctrl.speed.value === speed}
            onClick={() => ctrl.setSpeed(speed)}
          >
            {t('speed_is', { speed: speed === 0.5 ? '½' : speed })}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Buttons that jump to a street, for each board. */
export function Streets({ ctrl }: { ctrl: HandCtrl }) {
  const streets = streetsOf(ctrl.steps.value);
  const at = ctrl.at.value;
  const current = streets.findLast(({ index }) => index <= at);
  return (
    <div class={css('streets')} role="group" aria-label={t('streets')}>
      {streets.map(({ index, step }) => (
        <button
          key={index}
          type="button"
          class="small"
          aria-pressed={index === current?.index}
          onClick={() => ctrl.walk(index)}
        >
          {streetName(step)}
        </button>
      ))}
    </div>
  );
}

export function streetName(step: Step): string {
  if (step.kind === 'end') return t('round.end');
  const round = t(`round.${step.round}`);
  return step.run ? t('second', { round }) : round;
}

function useStepKeys(ctrl: HandCtrl): void {
  const by = (steps: number) => () => ctrl.walk(ctrl.at.peek() + steps);
  useKeys(
    [
      { key: 'ArrowLeft', text: t('previous'), does: by(-1) },
      { key: 'ArrowRight', text: t('next'), does: by(1) },
      { key: 'Home', text: t('first'), does: by(-1e6) },
      { key: 'End', text: t('last'), does: by(1e6) },
      { key: '[', text: t('streets'), does: () => ctrl.jump(-1) },
      { key: ']', text: t('streets'), does: () => ctrl.jump(1) },
      { key: ' ', text: t('play'), does: () => ctrl.toggle() },
    ],
    [ctrl],
  );
}
