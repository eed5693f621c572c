/** The settings dialog, which every page can open. */

import type { Signal } from '@preact/signals';
import { Dialog } from '../parts/dialog';
import { t } from '../i18n';
import { HEARINGS, lang, settings, type Hearing, type Lang } from '../settings';
import { play } from '../sound';

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

/** The choice of language. Each language has its own name for itself. */
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

export function ThemeChoice() {
  return (
    <Choice
      label={t('theme')}
      of={settings.theme}
      options={[
        ['auto', t('theme.auto')],
        ['light', t('theme.light')],
        ['dark', t('theme.dark')],
        ['contrast', t('theme.contrast')],
      ]}
    />
  );
}

export function DeckChoice() {
  return (
    <Choice
      label={t('deck')}
      of={settings.deck}
      options={[
        [2, t('deck.2')],
        [4, t('deck.4')],
        ['safe', t('deck.safe')],
      ]}
    />
  );
}

/** Volume, and which sounds are on. */
function Sounds() {
  const { volume, silent } = settings;
  const hear = (kind: Hearing, isHeard: boolean) =>
    (silent.value = HEARINGS.filter(one => (one === kind ? !isHeard : silent.value.includes(one))));
  return (
    <div class="field sounds">
      <label class="row nowrap">
        <span>{t('volume')}</span>
        <input
          type="range"
          min="5"
          max="100"
          step="5"
          value={volume.value}
          onInput={event => (volume.value = Number(event.currentTarget.value))}
          onChange={() => play('chips')}
        />
      </label>
      <div class="row">
        {HEARINGS.map(kind => (
          <label key={kind} class="tick">
            <input
              type="checkbox"
              checked={!silent.value.includes(kind)}
              onChange={event => hear(kind, event.currentTarget.checked)}
            />
            {t(`hearing.${kind}`)}
          </label>
        ))}
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
      <ThemeChoice />
      <DeckChoice />
      <Choice
        label={t('back')}
        of={settings.back}
        options={[
          ['blue', t('colour.blue')],
          ['red', t('colour.red')],
          ['black', t('colour.black')],
        ]}
      />
      <Choice
        label={t('felt')}
        of={settings.felt}
        options={[
          ['green', t('colour.green')],
          ['blue', t('colour.blue')],
          ['red', t('colour.red')],
          ['grey', t('colour.grey')],
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
      <Choice
        label={t('act_bar')}
        of={settings.actBar}
        options={[
          ['auto', t('act_bar.auto')],
          ['full', t('act_bar.full')],
          ['steps', t('act_bar.steps')],
        ]}
      />
      <Choice label={t('sound')} of={settings.sound} options={yesNo} />
      {settings.sound.value && <Sounds />}
      <Choice label={t('motion')} of={settings.motion} options={yesNo} />
    </Dialog>
  );
}
