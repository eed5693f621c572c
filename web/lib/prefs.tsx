/** The settings, as a dialog that every page can open. */

import type { Signal } from '@preact/signals';
import { Dialog } from './dialog';
import { t } from './i18n';
import { lang, settings, type Lang } from './settings';

interface ChoiceProps<T> {
  label: string;
  of: Signal<T>;
  options: [value: T, text: string][];
}

export function Choice<T>({ label, of, options }: ChoiceProps<T>) {
  return (
    <div class="field">
      <span>{label}</span>
      <div>
        <div class="choice" role="group" aria-label={label}>
          {options.map(([value, text]) => (
            <button
              key={text}
              type="button"
              aria-pressed={of.value === value}
              onClick={() => (of.value = value)}
            >
              {text}
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}

/** The language, each in its own name. */
export function LanguageChoice() {
  const options: [Lang, string][] = [
    ['en', 'English'],
    ['zh', '中文'],
  ];
  return (
    <div class="field">
      <span>{t('language')}</span>
      <div>
        <div class="choice" role="group" aria-label={t('language')}>
          {options.map(([value, text]) => (
            <button
              key={value}
              type="button"
              lang={value === 'zh' ? 'zh-Hans' : 'en'}
              aria-pressed={lang.value === value}
              onClick={() => (settings.lang.value = value)}
            >
              {text}
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}

export function Preferences({ close }: { close(): void }) {
  const yesNo: [boolean, string][] = [
    [true, t('on')],
    [false, t('off')],
  ];
  return (
    <Dialog title={t('settings')} close={close}>
      <LanguageChoice />
      <Choice
        label={t('theme')}
        of={settings.theme}
        options={[
          ['auto', t('theme.auto')],
          ['light', t('theme.light')],
          ['dark', t('theme.dark')],
        ]}
      />
      <Choice
        label={t('deck')}
        of={settings.deck}
        options={[
          [2, t('deck.2')],
          [4, t('deck.4')],
        ]}
      />
      <Choice
        label={t('unit')}
        of={settings.unit}
        options={[
          ['chips', t('unit.chips')],
          ['bb', t('unit.bb')],
        ]}
      />
      <Choice label={t('sound')} of={settings.sound} options={yesNo} />
      <Choice label={t('motion')} of={settings.motion} options={yesNo} />
    </Dialog>
  );
}
