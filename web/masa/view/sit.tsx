/** How many chips one sits down with, or adds. */

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from '../../lib/dialog';
import { number } from '../../lib/i18n';
import { me, refreshMe } from '../../lib/me';
import { trying } from '../../lib/toast';
import type { Ctrl } from '../ctrl';
import { t } from '../text';

/** What the room gives a guest, for whoever is nobody yet. */
const GUEST_CHIPS = 10_000;

export function SitDown({ ctrl, side }: { ctrl: Ctrl; side: number | null }) {
  const { terms, blinds } = ctrl.view.value!;
  const mine = me.value?.chips ?? GUEST_CHIPS;
  const most = Math.min(terms.most_buy_in, Math.max(mine, terms.least_buy_in));
  const usual = Math.min(most, Math.max(terms.least_buy_in, 100 * blinds.big));
  const stack = useSignal(usual);
  const posts = useSignal(false);
  const isWelcome = ctrl.room.value?.welcome ?? true;
  useEffect(() => {
    if (me.peek()) void refreshMe().catch(() => undefined);
  }, []);
  const sit = (event: Event) => {
    event.preventDefault();
    void trying(ctrl.sit(side, stack.value, posts.value));
  };
  return (
    <Dialog
      title={side === null ? t('take_a_seat') : t('sit_at', { side: side + 1 })}
      close={() => (ctrl.panel.value = null)}
    >
      <form onSubmit={sit}>
        <Amount
          label={t('buy_in')}
          value={stack}
          least={terms.least_buy_in}
          most={most}
          step={blinds.big}
        />
        <p class="soft">
          {t('buy_in_range', {
            least: number(terms.least_buy_in),
            most: number(terms.most_buy_in),
            chips: number(mine),
          })}
        </p>
        {terms.entry === 'blind' && (
          <label class="tick">
            <input
              type="checkbox"
              checked={posts.value}
              onChange={event => (posts.value = event.currentTarget.checked)}
            />
            {t('post_at_once')}
          </label>
        )}
        {isWelcome || <p class="soft">{t('host_decides')}</p>}
        <button type="submit" class="main wide" data-act="sit-down" disabled={ctrl.sitter.value}>
          {isWelcome ? t('sit_down', { amount: ctrl.chips(stack.value) }) : t('ask_host')}
        </button>
      </form>
    </Dialog>
  );
}

export function TopUp({ ctrl }: { ctrl: Ctrl }) {
  const seat = ctrl.seat.value;
  const { terms, blinds } = ctrl.view.value!;
  const room = terms.most_buy_in - (seat?.stack ?? 0);
  const least = seat?.stack ? 1 : terms.least_buy_in;
  const most = Math.max(least, Math.min(room, me.value?.chips ?? room));
  const amount = useSignal(Math.min(most, Math.max(least, 100 * blinds.big - (seat?.stack ?? 0))));
  const isSent = useSignal(false);
  const close = () => (ctrl.panel.value = null);
  const top = async (event: Event) => {
    event.preventDefault();
    if (isSent.value) return;
    isSent.value = true;
    const done = await ctrl.want({ do: 'top_up', amount: amount.value });
    isSent.value = false;
    if (!done) return;
    close();
    void refreshMe();
  };
  return (
    <Dialog title={t('top_up')} close={close}>
      <form onSubmit={event => void top(event)}>
        <Amount label={t('amount')} value={amount} least={least} most={most} step={blinds.big} />
        <p class="soft">
          {t('top_up_note', { most: number(terms.most_buy_in) })}{' '}
          {me.value && t('you_have_chips', { chips: number(me.value.chips) })}
        </p>
        <button type="submit" class="main wide" disabled={room < 1 || isSent.value}>
          {t('top_up_by', { amount: ctrl.chips(amount.value) })}
        </button>
      </form>
    </Dialog>
  );
}

interface AmountProps {
  label: string;
  value: { value: number };
  least: number;
  most: number;
  step: number;
}

function Amount({ label, value, least, most, step }: AmountProps) {
  const within = (wanted: number) => Math.min(most, Math.max(least, wanted));
  const set = (text: string) => {
    const wanted = Math.round(Number(text));
    if (text && Number.isFinite(wanted)) value.value = within(wanted);
  };
  const field = useRef<HTMLInputElement>(null);
  // While it is typed in, the field is the typist's; the button says what it comes to.
  useEffect(() => {
    if (field.current && document.activeElement !== field.current)
      field.current.value = String(value.value);
  }, [value.value]);
  return (
    <div class="field amount">
      <label for="amount-field">{label}</label>
      <div class="row">
        <input
          type="range"
          aria-label={label}
          min={least}
          max={most}
          step={most - least > 40 * step ? step : 1}
          value={value.value}
          onInput={event => set(event.currentTarget.value)}
        />
        <input
          id="amount-field"
          class="number"
          type="number"
          inputMode="numeric"
          min={least}
          max={most}
          defaultValue={String(value.value)}
          ref={field}
          onInput={event => set(event.currentTarget.value)}
          onBlur={event => (event.currentTarget.value = String(value.value))}
        />
      </div>
    </div>
  );
}
