/** The menu with rare actions at a table. */

import { useSignal } from '@preact/signals';
import { Dialog } from '../../lib/parts/dialog';
import { t as common } from '../../lib/i18n';
import { Icon, type IconName } from '../../lib/parts/icon';
import { withKey } from '../../lib/net/key';
import { go } from '../../lib/frame/router';
import type { Ctrl, Panel } from '../ctrl';
import { isInHand } from '../fold';
import { t } from '../text';
import { styles } from '../../lib/css';
import masaSheet from '../masa.module.css';

const css = styles(masaSheet);

export function Menu({ ctrl }: { ctrl: Ctrl }) {
  const view = ctrl.view.value!;
  const seat = ctrl.seat.value;
  const isSure = useSignal(false);
  const event = ctrl.event.value;
  const close = () => (ctrl.panel.value = null);
  const open = (panel: Panel) => () => (ctrl.panel.value = panel);
  const leave = async () => {
    if (seat && isInHand(view, seat.side) && !isSure.value) {
      isSure.value = true;
      return;
    }
    close();
    await ctrl.leave();
  };
  const target = Math.min(
    view.terms.most_buy_in,
    Math.max(view.terms.least_buy_in, 100 * view.blinds.big),
  );
  const autoTopUp = async (value: boolean) => {
    const to = value ? target : null;
    if (await ctrl.send({ do: 'auto_top_up', to })) {
      const scene = ctrl.scene.peek()!;
      ctrl.scene.value = { ...scene, view: { ...scene.view, auto_top_up: to } };
    }
  };
  return (
    <Dialog title={t('menu')} close={close} class={css('menu')}>
      {seat && (
        <div class={css('ticks')}>
          <Checkbox
            text={t('sit_out')}
            value={seat.sit_out}
            set={value => void ctrl.send({ do: 'sit_out', value })}
          />
          {view.game && !event && (
            <Checkbox
              text={t('leave_after')}
              value={seat.status === 'SitoutNextHand'}
              set={value => void ctrl.send({ do: 'leave_after_hand', value })}
            />
          )}
          {seat.owes && !event && (
            <Checkbox
              text={t('wait_for_big')}
              value={!seat.posts}
              set={value => void ctrl.send({ do: 'sit_out', value: false, posts: !value })}
            />
          )}
          {view.terms.straddle && !event && (
            <Checkbox
              text={t('straddle_me')}
              value={seat.straddles}
              set={value => void ctrl.send({ do: 'straddle', value })}
            />
          )}
          {!event && (
            <Checkbox
              text={t('auto_top_up', { amount: ctrl.chips(view.auto_top_up ?? target) })}
              value={view.auto_top_up !== null}
              set={value => void autoTopUp(value)}
            />
          )}
        </div>
      )}
      <div class={css('items')}>
        {event && (
          <Item
            icon="flag"
            text={t('to_tournament')}
            does={() => go(withKey(`/tournament/${event.id}`, ctrl.key))}
          />
        )}
        {seat && !event && <Item icon="plus" text={t('top_up')} does={open('top_up')} />}
        <Item icon="hands" text={t('hands')} does={open('hands')} />
        <Item icon="chat" text={t('chat')} does={open('chat')} />
        <Item icon="book" text={t('rules')} does={open('rules')} />
        <Item icon="user" text={t('people')} does={open('people')} />
        <Item icon="chips" text={t('bet_sizes')} does={open('sizes')} />
        <Item icon="keys" text={t('keys')} does={open('keys')} />
        <Item icon="gear" text={common('settings')} does={open('settings')} />
        {ctrl.room.value?.host && <Item icon="people" text={t('sheet')} does={open('sheet')} />}
        {ctrl.manages.value && <Item icon="host" text={t('host_tools')} does={open('host')} />}
        <Item icon="back" text={common('lobby')} does={() => go('/')} />
        {seat && !event && (
          <>
            {isSure.value && <p class="bad">{t('leave_in_hand')}</p>}
            <button
              type="button"
              class={css('item danger')}
              data-act="leave"
              onClick={() => void leave()}
            >
              <Icon name="leave" />
              {t(isSure.value ? 'leave_now' : 'leave')}
            </button>
          </>
        )}
      </div>
    </Dialog>
  );
}

function Item({ icon, text, does }: { icon: IconName; text: string; does(): void }) {
  return (
    <button type="button" class={css('item')} onClick={does}>
      <Icon name={icon} />
      {text}
    </button>
  );
}

function Checkbox({
  text,
  value,
  set,
}: {
  text: string;
  value: boolean;
  set(value: boolean): void;
}) {
  return (
    <label class="tick">
      <input type="checkbox" checked={value} onChange={event => set(event.currentTarget.checked)} />
      {text}
    </label>
  );
}
