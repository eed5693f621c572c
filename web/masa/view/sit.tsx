/** The dialog to choose the buy-in, for sitting down and for adding chips. */

import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from '../../lib/parts/dialog';
import { number } from '../../lib/i18n';
import { GuestName } from '../../lib/frame/guest';
import { me, nameError, refreshMe } from '../../lib/net/me';
import { Refusal, errorText } from '../../lib/net/rest';
import { toast } from '../../lib/parts/toast';
import { readAmount, type Fault } from '../amount';
import type { Ctrl } from '../ctrl';
import { t } from '../text';
import { styles } from '../../lib/css';
import masaSheet from '../masa.module.css';

const css = styles(masaSheet);

/** Chips of a new guest, for visitors without an account. */
const GUEST_CHIPS = 10_000;

export function SitDown({ ctrl, side }: { ctrl: Ctrl; side: number | null }) {
  const { terms, blinds } = ctrl.view.value!;
  const room = ctrl.room.value;
  const own = room?.own_chips ?? null;
  const mine = own === null ? (me.value?.chips ?? GUEST_CHIPS) : Infinity;
  // A player who left this table recently has another range. The server sends it on request.
  const range = useSignal({ least: terms.least_buy_in, most: terms.most_buy_in });
  const { least } = range.value;
  const most = Math.min(range.value.most, Math.max(mine, least));
  const usual = Math.min(most, Math.max(least, 100 * blinds.big));
  const stack = useSignal(usual);
  const fault = useSignal<Fault | null>(null);
  const posts = useSignal(false);
  // Chips won in this game may come back without asking the host.
  const mustAsk = !!room?.buy_ins && !ctrl.isHost.value && stack.value > (own ?? 0);
  const isWelcome = (room?.welcome ?? true) && !mustAsk;
  useEffect(() => {
    if (me.peek()) void refreshMe().catch(() => undefined);
  }, []);
  const sit = (event: Event) => {
    event.preventDefault();
    if (fault.peek()) return;
    ctrl.sit(side, stack.value, posts.value).catch((error: unknown) => {
      const right = error instanceof Refusal ? error.range : null;
      if (right && right.least > terms.least_buy_in) {
        range.value = right;
        stack.value = right.least;
        toast(t('bring_back', { least: number(right.least) }), true);
      } else if (!nameError.peek()) toast(errorText(error), true);
    });
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
          fault={fault}
          least={least}
          most={most}
          big={blinds.big}
        />
        <p class="soft">
          {t(own === null ? 'buy_in_range' : 'own_chips', {
            least: number(least),
            most: number(range.value.most),
            chips: number(own ?? mine),
          })}
        </p>
        {me.value === null && <GuestName />}
        {terms.entry === 'free' && <p class="soft">{t('entry_free')}</p>}
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
        <button
          type="submit"
          class="main wide"
          data-act="sit-down"
          disabled={ctrl.isBusy.value || !!fault.value}
        >
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
  const own = ctrl.room.value?.own_chips ?? null;
  const mine = own === null ? (me.value?.chips ?? room) : room;
  const most = Math.max(least, Math.min(room, mine));
  // The default is a stack of 100 big blinds, as far as the player's chips allow.
  const usual = 100 * blinds.big - (seat?.stack ?? 0);
  const amount = useSignal(usual > 0 ? Math.min(most, Math.max(least, usual)) : most);
  const fault = useSignal<Fault | null>(null);
  const isSent = useSignal(false);
  const close = () => (ctrl.panel.value = null);
  const top = async (event: Event) => {
    event.preventDefault();
    if (isSent.value || fault.peek()) return;
    isSent.value = true;
    try {
      await ctrl.ask({ do: 'top_up', amount: amount.value });
    } catch (error) {
      const isAsked = error instanceof Refusal && error.code === 'APPROVAL_REQUESTED';
      toast(errorText(error), !isAsked);
      if (!isAsked) return;
    } finally {
      isSent.value = false;
    }
    close();
    void refreshMe();
  };
  return (
    <Dialog title={t(seat?.stack ? 'top_up' : 'rebuy')} close={close}>
      <form onSubmit={event => void top(event)}>
        <Amount
          label={t('amount')}
          value={amount}
          fault={fault}
          least={least}
          most={most}
          big={blinds.big}
        />
        <p class="soft">
          {t('top_up_note', { most: number(terms.most_buy_in) })}{' '}
          {me.value && t('you_have_chips', { chips: number(own ?? me.value.chips) })}
        </p>
        <button
          type="submit"
          class="main wide"
          disabled={room < 1 || isSent.value || !!fault.value}
        >
          {t('top_up_by', { amount: ctrl.chips(amount.value) })}
        </button>
      </form>
    </Dialog>
  );
}

interface AmountProps {
  label: string;
  value: Signal<number>;
  /** What is wrong with the typed amount. */
  fault: Signal<Fault | null>;
  least: number;
  most: number;
  big: number;
}

function Amount({ label, value, fault, least, most, big }: AmountProps) {
  const field = useRef<HTMLInputElement>(null);
  const set = (chips: number) => {
    fault.value = null;
    value.value = chips;
  };
  const type = (text: string) => {
    const typed = readAmount(text, { least, most, big, inBlinds: false });
    if (typeof typed === 'number') set(typed);
    else fault.value = typed;
  };
  // While the user types, the field is not overwritten. The button shows the amount.
  useEffect(() => {
    if (!fault.value && field.current && document.activeElement !== field.current)
      field.current.value = String(value.value);
  }, [value.value, fault.value]);
  return (
    <div class={css('field amount')}>
      <label for="amount-field">{label}</label>
      <div class="row">
        <input
          type="range"
          aria-label={label}
          min={least}
          max={most}
          step={most - least > 40 * big ? big : 1}
          value={value.value}
          onInput={event => set(Number(event.currentTarget.value))}
        />
        <input
          id="amount-field"
          class="number"
          type="text"
          inputMode="decimal"
          autocomplete="off"
          aria-invalid={!!fault.value}
          aria-describedby="amount-note"
          defaultValue={String(value.value)}
          ref={field}
          onInput={event => type(event.currentTarget.value)}
          onBlur={event => {
            if (!fault.peek()) event.currentTarget.value = String(value.value);
          }}
        />
      </div>
      {fault.value && (
        <p class="bad" id="amount-note">
          {t(fault.value.key, fault.value.values)}
        </p>
      )}
    </div>
  );
}
