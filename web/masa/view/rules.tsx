/** The house rules of this table, and the keyboard shortcuts. */

import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { announce } from '../../lib/parts/announce';
import { Dialog } from '../../lib/parts/dialog';
import { number } from '../../lib/i18n';
import { keys } from '../../lib/frame/keyboard';
import { keyFor, mayBeChosen, remapped, signOf } from '../../lib/frame/keymap';
import { settings } from '../../lib/settings';
import { trying } from '../../lib/parts/toast';
import type { Ctrl } from '../ctrl';
import { t, type TextKey } from '../panel/text';
import { styles } from '../../lib/css';
import masaSheet from '../masa.module.css';

const css = styles(masaSheet);

export function Rules({ ctrl }: { ctrl: Ctrl }) {
  const { blinds, terms, rules, betting } = ctrl.view.value!;
  const [Words, show] = useState<ComponentType<{ rules: string }> | null>(null);
  useEffect(() => {
    void trying(import('../../rules/view').then(module => show(() => module.HouseRules)));
  }, []);
  const room = ctrl.room.value;
  const stakes = `${number(blinds.small)}/${number(blinds.big)}`;
  const may = (is: boolean) => t(is ? 'allowed' : 'not_allowed');
  const rows: [string, string][] = [
    [t('stakes'), blinds.ante ? `${stakes}, ${t('ante', { ante: number(blinds.ante) })}` : stakes],
    [t('betting'), t(`betting.${betting}` as TextKey)],
    [t('buy_in'), `${number(terms.least_buy_in)} – ${number(terms.most_buy_in)}`],
    [t('entry'), t(`entry.${terms.entry}`)],
    [t('run_twice'), may(terms.run_twice)],
    [t('straddle'), may(terms.straddle)],
    [t('rabbit'), may(terms.rabbit)],
    [t('show_time'), t('seconds', { seconds: (room?.show_time ?? 0) / 1000 })],
    [t('time_bank'), t('time_bank_is', { seconds: Math.round(terms.time_bank / 1000) })],
  ];
  return (
    <Dialog title={t('rules')} close={() => (ctrl.panel.value = null)}>
      {room?.host && <p>{t('host_is', { name: room.host })}</p>}
      <table>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {Words && <Words rules={rules} />}
    </Dialog>
  );
}

export function Keys({ ctrl }: { ctrl: Ctrl }) {
  const rows = new Map<string, Set<string>>();
  for (const { key, text } of keys.value) {
    const words = t(`key.${text}` as TextKey);
    rows.set(words, (rows.get(words) ?? new Set()).add(key));
  }
  const isChanged = Object.keys(settings.keys.value).length > 0;
  return (
    <Dialog title={t('keys')} close={() => (ctrl.panel.value = null)}>
      <p class="soft">{t('keys_note')}</p>
      <table class={css('keys')}>
        <tbody>
          {[...rows].map(([text, usual]) => (
            <tr key={text}>
              <th scope="row">
                {[...usual].map(key => (
                  <Changeable key={key} usual={key} text={text} />
                ))}
              </th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {isChanged && (
        <button type="button" onClick={() => (settings.keys.value = {})}>
          {t('keys_usual')}
        </button>
      )}
    </Dialog>
  );
}

/** A shortcut's button. After a click, the next key press becomes the new shortcut. */
function Changeable({ usual, text }: { usual: string; text: string }) {
  const isAsking = useSignal(false);
  const key = keyFor(settings.keys.value, usual);
  const choose = (event: KeyboardEvent) => {
    if (!isAsking.value || event.ctrlKey || event.metaKey || event.altKey) return;
    const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (pressed === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (pressed === 'Shift') return;
    isAsking.value = false;
    if (!mayBeChosen(pressed)) return;
    const all = [...new Set(keys.peek().map(one => one.key))];
    settings.keys.value = remapped(settings.keys.peek(), all, usual, pressed);
    announce(t('key_is', { text, key: signOf(pressed) }));
  };
  return (
    <button
      type="button"
      class={css('kbd')}
      aria-label={t('key_change', { text, key: signOf(key) })}
      onClick={() => (isAsking.value = true)}
      onKeyDown={choose}
      onBlur={() => (isAsking.value = false)}
    >
      <kbd>{isAsking.value ? '…' : signOf(key)}</kbd>
    </button>
  );
}
