/** The panel for the host and co-hosts. */

import { useSignal } from '@preact/signals';
import { Share } from '../../lib/parts/share';
import { Dialog } from '../../lib/parts/dialog';
import { number, refusalText } from '../../lib/i18n';
import { Icon } from '../../lib/parts/icon';
import { me, refreshMe } from '../../lib/net/me';
import { areBlinds, isWhole, readPlain } from '../../lib/number';
import { del } from '../../lib/net/rest';
import { Checkbox } from '../../lib/parts/checkbox';
import { toast, trying } from '../../lib/parts/toast';
import type { Ctrl } from '../ctrl';
import { t } from '../panel/text';
import { Timer } from './timer';
import { styles } from '../../lib/css';
import masaSheet from '../masa.module.css';

const css = styles(masaSheet);

export function Host({ ctrl }: { ctrl: Ctrl }) {
  const room = ctrl.room.value!;
  const { seats } = ctrl.view.value!;
  const others = seats.filter(seat => !seat.bot && seat.name !== me.value?.name);
  const isHost = ctrl.isHost.value;
  /** The action that waits for a second click. */
  const sure = useSignal('');
  const twice = (what: string, does: () => unknown) => () => {
    if (sure.value === what) does();
    sure.value = sure.value === what ? '' : what;
  };
  return (
    <Dialog title={t('host_tools')} close={() => (ctrl.panel.value = null)}>
      {isHost && <Link ctrl={ctrl} />}
      {room.buy_ins && (
        <section class={css('part')}>
          <h3>{t('buy_ins')}</h3>
          {room.buy_in_requests.length === 0 && <p class="soft">{t('nobody_asks')}</p>}
          {room.buy_in_requests.map(({ name, amount, top_up }) => (
            <div key={name} class="row">
              <p class={css('grow')}>
                <bdi>{name}</bdi> · {t(top_up ? 'more_chips' : 'buy_in')} {number(amount)}
              </p>
              {[true, false].map(value => (
                <button
                  key={String(value)}
                  type="button"
                  class={value ? 'main small' : 'small'}
                  aria-label={t(value ? 'buy_in_yes' : 'buy_in_no', {
                    name,
                    amount: number(amount),
                  })}
                  disabled={name === me.value?.name}
                  onClick={() => void ctrl.send({ do: 'approve_buy_in', name, amount, value })}
                >
                  {t(value ? 'yes' : 'no')}
                </button>
              ))}
            </div>
          ))}
        </section>
      )}
      {room.approval && !room.buy_ins && (
        <section class={css('part')}>
          <h3>{t('asking')}</h3>
          {room.seat_requests.length === 0 && <p class="soft">{t('nobody_asks')}</p>}
          {room.seat_requests.map(name => (
            <div key={name} class="row">
              <button
                type="button"
                class="main small"
                onClick={() => void ctrl.send({ do: 'approve', name, value: true })}
              >
                {t('approve', { name })}
              </button>
              <button
                type="button"
                class="small"
                onClick={() => void ctrl.send({ do: 'approve', name, value: false })}
              >
                {t('refuse', { name })}
              </button>
            </div>
          ))}
        </section>
      )}
      <section class={css('part')}>
        <button type="button" onClick={() => void ctrl.send({ do: 'pause', value: !room.paused })}>
          <Icon name={room.paused ? 'play' : 'pause'} />
          {t(room.paused ? 'go_on' : 'pause')}
        </button>
      </section>
      <section class={css('part')}>
        <Checkbox
          text={t('players_chat')}
          isOn={room.players_chat ?? false}
          set={value => void ctrl.send({ do: 'players_chat', value })}
        />
      </section>
      {/* Beside house bots the blinds stay. */}
      {!seats.some(seat => seat.bot) && (
        <>
          <Blinds ctrl={ctrl} />
          <Timer ctrl={ctrl} />
        </>
      )}
      <section class={css('part')} hidden={!others.length}>
        <h3>{t('players')}</h3>
        {others.map(({ name }) => (
          <div key={name} class="row">
            <button
              type="button"
              class="small danger"
              onClick={twice(`kick ${name}`, () => ctrl.send({ do: 'kick', name }))}
            >
              {t(sure.value === `kick ${name}` ? 'kick_sure' : 'kick', { name })}
            </button>
            {isHost && <Roles ctrl={ctrl} name={name} />}
          </div>
        ))}
      </section>
      <div class="row">
        <button type="button" onClick={() => (ctrl.panel.value = 'sheet')}>
          <Icon name="people" />
          {t('sheet')}
        </button>
        {isHost && (
          <button
            type="button"
            class="danger"
            onClick={twice('close', () => trying(del(`tables/${ctrl.id}`)))}
          >
            {t(sure.value === 'close' ? 'close_sure' : 'close_table')}
          </button>
        )}
      </div>
    </Dialog>
  );
}

/** A player becomes host or co-host only after accepting the offer. */
function Roles({ ctrl, name }: { ctrl: Ctrl; name: string }) {
  const room = ctrl.room.value!;
  const offer = room.offers.find(one => one.name === name);
  const isCoHost = room.co_hosts.includes(name);
  if (offer) return <span class="soft">{t(`asked.${offer.role}`)}</span>;
  return (
    <>
      <button
        type="button"
        class="small"
        aria-pressed={isCoHost}
        aria-label={t('make_co_host', { name })}
        onClick={() => void ctrl.send({ do: 'co_host', name, value: !isCoHost })}
      >
        {t('co_host')}
      </button>
      <button
        type="button"
        class="small"
        aria-label={t('make_host', { name })}
        onClick={() => void ctrl.send({ do: 'hand_over', name })}
      >
        {t('host')}
      </button>
    </>
  );
}

function Link({ ctrl }: { ctrl: Ctrl }) {
  const isSure = useSignal(false);
  const makeNew = async () => {
    if (!isSure.value) {
      isSure.value = true;
      return;
    }
    isSure.value = false;
    if (!(await ctrl.send({ do: 'new_link' }))) return;
    await trying(refreshMe());
    toast(t('new_link_made'));
  };
  return (
    <section class={css('part')}>
      <Share name={ctrl.name} path={ctrl.link} />
      {ctrl.link.includes('#') && (
        <button type="button" class="small" onClick={() => void makeNew()}>
          {t(isSure.value ? 'new_link_sure' : 'new_link')}
        </button>
      )}
    </section>
  );
}

function Blinds({ ctrl }: { ctrl: Ctrl }) {
  const { blinds } = ctrl.view.value!;
  const [small, big, ante] = [
    useSignal(blinds.small),
    useSignal(blinds.big),
    useSignal(blinds.ante),
  ];
  const isWrong = !areBlinds(small.value, big.value) || !isWhole(ante.value);
  const set = async (event: Event) => {
    event.preventDefault();
    if (isWrong) return;
    const values = { small: small.value, big: big.value, ante: ante.value };
    if (await ctrl.send({ do: 'set_blinds', ...values })) toast(t('blinds_set'));
  };
  const fields = [
    [t('small_blind'), small],
    [t('big_blind'), big],
    [t('ante_label'), ante],
  ] as const;
  return (
    <form class={css('part')} onSubmit={event => void set(event)}>
      <h3>{t('blinds')}</h3>
      <div class={css('three')}>
        {fields.map(([text, value]) => (
          <label key={text} class="field">
            <span>{text}</span>
            <input
              inputMode="decimal"
              autocomplete="off"
              defaultValue={String(value.value)}
              aria-invalid={!isWhole(value.value)}
              onInput={event => (value.value = readPlain(event.currentTarget.value))}
            />
          </label>
        ))}
      </div>
      {isWrong && <p class="bad">{refusalText('BAD_BLINDS', '')}</p>}
      <button type="submit" disabled={isWrong}>
        {t('set_blinds')}
      </button>
    </form>
  );
}
