/** The house rules of this table, and the keys of this page. */

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../../lib/dialog';
import { number } from '../../lib/i18n';
import { keys } from '../../lib/keyboard';
import { trying } from '../../lib/toast';
import type { Ctrl } from '../ctrl';
import { t, type TextKey } from '../text';

export function Rules({ ctrl }: { ctrl: Ctrl }) {
  const { blinds, terms, rules, betting } = ctrl.view.value!;
  const [Words, show] = useState<ComponentType<{ rules: string }> | null>(null);
  useEffect(() => {
    void trying(
      Promise.all([import('../../rules/view'), import('../../rules/rules.css')]).then(([module]) =>
        show(() => module.HouseRules),
      ),
    );
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

const SIGNS: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ' ': '␣' };

export function Keys({ ctrl }: { ctrl: Ctrl }) {
  const shown = new Map<string, Set<string>>();
  for (const { key, text } of keys.value) {
    const sign = SIGNS[key] ?? key.toUpperCase();
    shown.set(text, (shown.get(text) ?? new Set()).add(sign));
  }
  return (
    <Dialog title={t('keys')} close={() => (ctrl.panel.value = null)}>
      <table class="keys">
        <tbody>
          {[...shown].map(([text, signs]) => (
            <tr key={text}>
              <th scope="row">
                {[...signs].map(sign => (
                  <kbd key={sign}>{sign}</kbd>
                ))}
              </th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
