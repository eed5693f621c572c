/** The action buttons on the user's turn. `waiting.tsx` has the buttons at other times. */

import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { announce } from '../../lib/parts/announce';
import { lazy } from '../../lib/parts/lazy';
import { keyFor, signOf } from '../../lib/frame/keymap';
import { settings } from '../../lib/settings';
import { play as sound } from '../../lib/sound';
import type { Ctrl, Turn } from '../ctrl';
import { actFor, callAct, type Sizes } from '../sizing';
import { t } from '../text';
import { TimeBar } from './clock';
import { Sizer } from './sizer';
import { NotYourTurn } from './waiting';
import { styles } from '../../lib/css';
import masaSheet from '../masa.module.css';

const css = styles(masaSheet);

const Requests = lazy(() => import('./requests').then(found => found.Requests));

/** Milliseconds before the end of the time at which the user is warned. */
const HURRY = 5000;

export function Acts({ ctrl }: { ctrl: Ctrl }) {
  const turn = ctrl.turn.value;
  const ref = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  // The pressed button disappears, so the focus moves to the container for users of the Tab key.
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) ref.current?.focus();
  });
  return (
    <section
      ref={ref}
      class={css('acts', ctrl.isSmall && 'in-tile')}
      tabIndex={-1}
      aria-label={t('your_acts')}
      data-turn={turn ? turn.turn : undefined}
      data-sizes={ctrl.showsSizes ? 'shown' : undefined}
      onFocusCapture={() => (hadFocus.current = true)}
      onPointerDownCapture={() => (hadFocus.current = false)}
      onBlurCapture={event => {
        if (event.relatedTarget)
          hadFocus.current = ref.current!.contains(event.relatedTarget as Node);
      }}
    >
      <OwnClock ctrl={ctrl} />
      {turn ? (
        turn.run_twice ? (
          <Twice ctrl={ctrl} turn={turn} />
        ) : (
          <YourTurn key={turn.turn} ctrl={ctrl} turn={turn} />
        )
      ) : (
        <>
          {ctrl.requests.value.length > 0 ? <Requests ctrl={ctrl} /> : <NotYourTurn ctrl={ctrl} />}
        </>
      )}
    </section>
  );
}

function OwnClock({ ctrl }: { ctrl: Ctrl }) {
  const [clock, you] = [ctrl.clock.value, ctrl.you.value];
  if (!ctrl.turn.value || !clock || you === null || !clock.sides.includes(you)) return null;
  return <TimeBar clock={clock} />;
}

function Twice({ ctrl, turn }: { ctrl: Ctrl; turn: Turn }) {
  return (
    <>
      <p class={css('hint needed')}>{t('twice_question')}</p>
      <div class={css('buttons')}>
        <button type="button" disabled={turn.isSent} onClick={() => void ctrl.answerTwice(false)}>
          {t('no')}
        </button>
        <button
          type="button"
          class="main"
          disabled={turn.isSent}
          onClick={() => void ctrl.answerTwice(true)}
        >
          {t('yes')}
        </button>
      </div>
    </>
  );
}

function YourTurn({ ctrl, turn }: { ctrl: Ctrl; turn: Turn }) {
  const range = ctrl.sizes.value;
  const isFolding = useSignal(false);
  const isArmed = useSignal(performance.now() >= turn.armed);
  useEffect(() => {
    const timer = setTimeout(() => (isArmed.value = true), turn.armed - performance.now());
    return () => clearTimeout(timer);
  }, [turn.armed]);
  useHurry(ctrl);
  const canCheck = turn.acts.includes('CH');
  const isOff = turn.isSent;
  const fold = () => {
    // A fold when checking is free must be confirmed.
    if (canCheck && !isFolding.value) isFolding.value = true;
    else void ctrl.act('FO');
  };
  const hasSizes = range && !range.isFixed;
  const isFull = ctrl.showsSizes;
  const isOpen = hasSizes && (isFull || ctrl.isRaising.value);
  return (
    <>
      {!isFull && !isOpen && <p class={css('hint')}>{lastLine(ctrl)}</p>}
      {isOpen && <Sizer ctrl={ctrl} turn={turn} range={range} />}
      <div class={css('buttons', !isArmed.value && 'unarmed', isOpen ? 'raising' : 'calling')}>
        <button
          type="button"
          data-act="FO"
          class={css('fold', isFolding.value && 'danger')}
          disabled={isOff}
          onClick={fold}
        >
          {t(isFolding.value ? 'fold_free' : 'fold')}
          <Kbd of="f" />
        </button>
        <CallButton ctrl={ctrl} turn={turn} />
        {range && (isOpen || range.isFixed) && (
          <RaiseButton ctrl={ctrl} turn={turn} range={range} />
        )}
        {hasSizes && !isOpen && <RaiseMore ctrl={ctrl} turn={turn} />}
      </div>
    </>
  );
}

const lastLine = (ctrl: Ctrl): string =>
  ctrl.lines.value[ctrl.lines.value.length - 1]?.line(false) ?? '';

/** Pixels of a drag over which the whole range of raises is reached, and before one begins. */
const DRAG = 180;
const DRAG_START = 14;

/** Opens the bet sizes. Dragging up from here chooses an amount at once. */
function RaiseMore({ ctrl, turn }: { ctrl: Ctrl; turn: Turn }) {
  const isBet = ctrl.view.value?.game?.price === 0;
  const drag = (event: PointerEvent) => {
    const button = event.currentTarget as HTMLElement;
    const from = event.clientY;
    const move = ({ clientY }: PointerEvent) => {
      const up = from - clientY;
      if (up > DRAG_START) ctrl.slideTo((up - DRAG_START) / DRAG);
    };
    const end = () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    };
    // The button disappears when the sizes open, so the window follows the pointer.
    button.releasePointerCapture?.(event.pointerId);
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  };
  return (
    <button
      type="button"
      data-act="sizes"
      class={css('raise-more')}
      aria-expanded={false}
      disabled={turn.isSent}
      onPointerDown={drag}
      onClick={() => ctrl.raiseNow()}
    >
      {t(isBet ? 'bet_more' : 'raise_more')}
      <Kbd of="r" />
    </button>
  );
}

/** The key for the same action. */
function Kbd({ of }: { of: string }) {
  return <kbd>{signOf(keyFor(settings.keys.value, of))}</kbd>;
}

/** Warns the user shortly before the time ends, by announcement and sound. */
function useHurry(ctrl: Ctrl): void {
  const until = ctrl.clock.value?.until ?? 0;
  useEffect(() => {
    const timer = setTimeout(
      () => {
        sound('hurry');
        announce(t('seconds', { seconds: HURRY / 1000 }));
      },
      Math.max(0, until - performance.now() - HURRY),
    );
    return () => clearTimeout(timer);
  }, [until]);
}

/** Number of characters of a label above which the amount stands below the word. */
const LONG = 14;
const isLong = ({ length }: string): boolean => length > LONG;

function CallButton({ ctrl, turn }: { ctrl: Ctrl; turn: Turn }) {
  const act = callAct(turn);
  // The label of the pressed button stays, although chips move before the buttons disappear.
  const price = useMemo(
    () => Math.min(turn.to_call, ctrl.player.peek()?.stack ?? turn.to_call),
    [turn.turn],
  );
  if (!act) return null;
  const amount = ctrl.chips(price);
  const text = act === 'CH' ? t('check') : t(act === 'AA' ? 'call_all_in' : 'call', { amount });
  return (
    <button
      type="button"
      data-act={act}
      class={css('call', isLong(text) && 'long')}
      disabled={turn.isSent}
      onClick={() => void ctrl.act(act)}
    >
      {text}
      <Kbd of="c" />
    </button>
  );
}

function RaiseButton({ ctrl, turn, range }: { ctrl: Ctrl; turn: Turn; range: Sizes }) {
  const to = range.isFixed ? range.most : ctrl.raise.value;
  const isAllIn = actFor(to, range) === 'AA';
  const isBet = ctrl.view.value?.game?.price === 0;
  const fault = range.isFixed ? null : ctrl.fault.value;
  if (fault)
    return (
      <button type="button" class={css('main raise wrong')} disabled>
        <span id="typed-fault">{t(fault.key, fault.values)}</span>
      </button>
    );
  const text = t(isAllIn ? 'all_in_for' : isBet ? 'bet_to' : 'raise_to', {
    amount: ctrl.chips(to),
  });
  return (
    <button
      type="button"
      data-act={isAllIn ? 'AA' : 'RR'}
      class={css('main raise', isLong(text) && 'long')}
      disabled={turn.isSent}
      onClick={() => ctrl.raiseNow()}
    >
      {text}
      <Kbd of="r" />
    </button>
  );
}
