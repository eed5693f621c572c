/** What the host of a table can do, and who has won what at it. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { SheetLine } from '../../lib/api';
import { copy } from '../../lib/copy';
import { Dialog } from '../../lib/dialog';
import { number, refusalText } from '../../lib/i18n';
import { Icon } from '../../lib/icon';
import { me, refreshMe } from '../../lib/me';
import { areBlinds, isWhole, readPlain } from '../../lib/number';
import { del, get } from '../../lib/rest';
import { Tick } from '../../lib/tick';
import { toast, trying } from '../../lib/toast';
import type { Ctrl } from '../ctrl';
import { t } from '../../panel/text';
import { Net } from './net';

export function Host({ ctrl }: { ctrl: Ctrl }) {
  const room = ctrl.room.value!;
  const { seats } = ctrl.view.value!;
  const others = seats.filter(seat => !seat.bot && seat.name !== me.value?.name);
  const kicking = useSignal<string | null>(null);
  const handing = useSignal<string | null>(null);
  return (
    <Dialog title={t('host_tools')} close={() => (ctrl.panel.value = null)}>
      <Link ctrl={ctrl} />
      {room.approval && (
        <section class="part">
          <h3>{t('asking')}</h3>
          {room.asking.length === 0 && <p class="soft">{t('nobody_asks')}</p>}
          {room.asking.map(name => (
            <div key={name} class="row">
              <button
                type="button"
                class="main small"
                onClick={() => void ctrl.want({ do: 'approve', name, value: true })}
              >
                {t('approve', { name })}
              </button>
              <button
                type="button"
                class="small"
                onClick={() => void ctrl.want({ do: 'approve', name, value: false })}
              >
                {t('refuse', { name })}
              </button>
            </div>
          ))}
        </section>
      )}
      <section class="part">
        <button type="button" onClick={() => void ctrl.want({ do: 'pause', value: !room.paused })}>
          <Icon name={room.paused ? 'play' : 'pause'} />
          {t(room.paused ? 'go_on' : 'pause')}
        </button>
      </section>
      <section class="part">
        <Tick
          text={t('players_chat')}
          isOn={room.players_chat ?? false}
          set={value => void ctrl.want({ do: 'players_chat', value })}
        />
      </section>
      <Blinds ctrl={ctrl} />
      <section class="part" hidden={!others.length}>
        <h3>{t('players')}</h3>
        {others.map(({ name }) => (
          <div key={name} class="row">
            <button
              type="button"
              class="small danger"
              onClick={() => {
                if (kicking.value === name) void ctrl.want({ do: 'kick', name });
                kicking.value = kicking.value === name ? null : name;
              }}
            >
              {t(kicking.value === name ? 'kick_sure' : 'kick', { name })}
            </button>
            <button
              type="button"
              class="small"
              onClick={() => {
                if (handing.value === name) void handOver(ctrl, name);
                handing.value = handing.value === name ? null : name;
              }}
            >
              {t(handing.value === name ? 'make_host_sure' : 'make_host', { name })}
            </button>
          </div>
        ))}
      </section>
      <div class="row">
        <button type="button" onClick={() => (ctrl.panel.value = 'sheet')}>
          <Icon name="people" />
          {t('sheet')}
        </button>
        <button
          type="button"
          class="danger"
          disabled={seats.some(seat => !seat.bot)}
          title={t('close_when')}
          onClick={() => void trying(del(`tables/${ctrl.id}`))}
        >
          {t('close_table')}
        </button>
      </div>
    </Dialog>
  );
}

async function handOver(ctrl: Ctrl, name: string): Promise<void> {
  if (!(await ctrl.want({ do: 'hand_over', name }))) return;
  ctrl.panel.value = null;
  void refreshMe();
}

function Link({ ctrl }: { ctrl: Ctrl }) {
  // The key in the address may be an old one by now.
  const key = me.value?.hosted.find(table => table.masa === ctrl.id)?.key ?? ctrl.key;
  const isSure = useSignal(false);
  const makeNew = async () => {
    if (!isSure.value) {
      isSure.value = true;
      return;
    }
    isSure.value = false;
    if (!(await ctrl.want({ do: 'new_link' }))) return;
    await trying(refreshMe());
    toast(t('new_link_made'));
  };
  const link = `${location.origin}/masa/${ctrl.id}${key ? `#${key}` : ''}`;
  const copyLink = async () => {
    if (await copy(link)) toast(t('copied'));
  };
  return (
    <section class="part">
      <label class="field">
        <span>{t('link')}</span>
        <span class="row nowrap">
          <input readOnly value={link} onFocus={event => event.currentTarget.select()} />
          <button
            type="button"
            class="round"
            aria-label={t('copy_link')}
            onClick={() => void copyLink()}
          >
            <Icon name="copy" />
          </button>
        </span>
      </label>
      {key && (
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
    if (await ctrl.want({ do: 'blinds', ...values })) toast(t('blinds_set'));
  };
  const fields = [
    [t('small_blind'), small],
    [t('big_blind'), big],
    [t('ante_label'), ante],
  ] as const;
  return (
    <form class="part" onSubmit={event => void set(event)}>
      <h3>{t('blinds')}</h3>
      <div class="three">
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

export function Sheet({ ctrl }: { ctrl: Ctrl }) {
  const lines = useSignal<SheetLine[]>([]);
  const query = ctrl.key ? `?key=${encodeURIComponent(ctrl.key)}` : '';
  useEffect(() => {
    void trying(
      get<SheetLine[]>(`tables/${ctrl.id}/sheet${query}`).then(found => (lines.value = found)),
    );
  }, []);
  return (
    <Dialog title={t('sheet')} close={() => (ctrl.panel.value = null)}>
      <div class="scroll">
        <table class="number">
          <thead>
            <tr>
              <th scope="col">{t('sheet.name')}</th>
              <th scope="col">{t('sheet.buy_ins')}</th>
              <th scope="col">{t('sheet.cash_outs')}</th>
              <th scope="col">{t('sheet.stack')}</th>
              <th scope="col">{t('sheet.net')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.value.map(line => (
              <tr key={line.name}>
                <th scope="row">
                  <bdi>{line.name}</bdi>
                </th>
                <td>{number(line.buy_ins)}</td>
                <td>{number(line.cash_outs)}</td>
                <td>{number(line.stack)}</td>
                <td>
                  <Net net={line.net} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        <a href={`/api/tables/${ctrl.id}/sheet.csv${query}`} download>
          {t('sheet_csv')}
        </a>
      </p>
    </Dialog>
  );
}
