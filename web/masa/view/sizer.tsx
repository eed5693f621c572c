/** The size of a raise: preset buttons, a slider and a field for the same amount. */

import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t as common } from '../../lib/i18n';
import { Icon } from '../../lib/parts/icon';
import { settings } from '../../lib/settings';
import type { Ctrl, Turn } from '../ctrl';
import { placeOf, type Sizes } from '../sizing';
import { sizeText } from '../size_text';
import { t } from '../text';
import { styles } from '../../lib/css';
import masaSheet from '../masa.module.css';

const css = styles(masaSheet);

export function Sizer({ ctrl, turn, range }: { ctrl: Ctrl; turn: Turn; range: Sizes }) {
  const to = ctrl.raise.value;
  const big = ctrl.big.value;
  useEffect(() => {
    const close = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') ctrl.isRaising.value = false;
    };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, []);
  return (
    <div class={css('sizer')} ref={useWheel(ctrl)}>
      <div class={css('presets')} role="group" aria-label={t('sizes')}>
        {ctrl.presets(turn, range).map(([name, amount]) => (
          <button
            key={name}
            type="button"
            class="small"
            data-size={name}
            aria-label={`${sizeText(name)}: ${ctrl.chips(amount)}`}
            aria-pressed={to === amount && !ctrl.fault.value}
            onClick={() => ctrl.setRaise(amount)}
          >
            {sizeText(name)}
          </button>
        ))}
        {!ctrl.showsSizes && (
          <button
            type="button"
            class={css('plain close')}
            aria-label={common('close')}
            onClick={() => (ctrl.isRaising.value = false)}
          >
            <Icon name="close" />
          </button>
        )}
      </div>
      <div class={css('slide')}>
        <button
          type="button"
          class="round"
          aria-label={t('less')}
          onClick={() => ctrl.setRaise(to - big)}
        >
          <Icon name="minus" />
        </button>
        <input
          type="range"
          min="0"
          max="1000"
          value={Math.round(placeOf(to, range) * 1000)}
          aria-label={t('raise_amount')}
          aria-valuetext={ctrl.chips(to)}
          onInput={event => ctrl.slideTo(Number(event.currentTarget.value) / 1000)}
          onKeyDown={event => {
            const more = {
              ArrowUp: big,
              ArrowRight: big,
              ArrowDown: -big,
              ArrowLeft: -big,
            }[event.key];
            if (!more) return;
            event.preventDefault();
            ctrl.setRaise(ctrl.raise.peek() + more);
          }}
        />
        <button
          type="button"
          class="round"
          aria-label={t('more')}
          onClick={() => ctrl.setRaise(to + big)}
        >
          <Icon name="plus" />
        </button>
        <Typed ctrl={ctrl} />
      </div>
    </div>
  );
}

/** The mouse wheel changes the raise by a big blind per notch, without scrolling the page. */
function useWheel(ctrl: Ctrl) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current!;
    const turned = (event: WheelEvent) => {
      if (!event.deltaY) return;
      event.preventDefault();
      ctrl.setRaise(ctrl.raise.peek() - Math.sign(event.deltaY) * ctrl.big.peek());
    };
    element.addEventListener('wheel', turned, { passive: false });
    return () => element.removeEventListener('wheel', turned);
  }, [ctrl]);
  return ref;
}

/** Number of digits above which the typed amount is written smaller. */
const LONG = 6;

function Typed({ ctrl }: { ctrl: Ctrl }) {
  const ref = useRef<HTMLInputElement>(null);
  const shown = () => {
    const to = ctrl.raise.value;
    return String(
      settings.unit.value === 'bb' ? Math.round((to / ctrl.big.value) * 100) / 100 : to,
    );
  };
  // While the user types, the field is not overwritten, and a fault stays until it is corrected.
  useSignalEffect(() => {
    const text = shown();
    if (!ctrl.fault.value && ref.current && document.activeElement !== ref.current)
      ref.current.value = text;
  });
  const isWrong = !!ctrl.fault.value;
  return (
    <input
      ref={ref}
      class={css('typed number', shown().length > LONG && 'long')}
      type="text"
      inputMode="decimal"
      autocomplete="off"
      aria-label={t('raise_amount')}
      aria-invalid={isWrong}
      aria-describedby={isWrong ? 'typed-fault' : undefined}
      defaultValue={shown()}
      onFocus={event => event.currentTarget.select()}
      onInput={event => ctrl.typeRaise(event.currentTarget.value)}
      onBlur={event => {
        if (!ctrl.fault.peek()) event.currentTarget.value = shown();
      }}
      onKeyDown={event => {
        if (event.key === 'Enter') ctrl.raiseNow();
        if (event.key !== 'Escape') return;
        ctrl.setRaise(ctrl.raise.peek());
        event.currentTarget.blur();
      }}
    />
  );
}
