/** The settings of the bet size buttons, before and after the flop. This browser stores them. */

import { useSignal } from '@preact/signals';
import { Dialog } from '../../lib/parts/dialog';
import { settings, usual } from '../../lib/settings';
import type { Ctrl } from '../ctrl';
import { readSize, writeSize } from '../sizing';
import { t } from '../panel/text';
import { styles } from '../../lib/css';
import masaSheet from '../masa.module.css';

const css = styles(masaSheet);

const LISTS = ['preflop', 'later'] as const;

export function BetSizes({ ctrl }: { ctrl: Ctrl }) {
  return (
    <Dialog title={t('bet_sizes')} close={() => (ctrl.panel.value = null)}>
      <p class="soft">{t('bet_sizes_note')}</p>
      {LISTS.map(list => (
        <fieldset key={list} class={css('part')}>
          <legend>{t(`sizes.${list}`)}</legend>
          <div class="row nowrap">
            {settings.sizes.value[list].map((_, index) => (
              <One key={index} list={list} index={index} />
            ))}
          </div>
        </fieldset>
      ))}
      <button type="button" onClick={() => (settings.sizes.value = usual.sizes)}>
        {t('sizes_usual')}
      </button>
    </Dialog>
  );
}

function One({ list, index }: { list: (typeof LISTS)[number]; index: number }) {
  const kept = settings.sizes.value[list][index]!;
  const isWrong = useSignal(false);
  const set = (text: string) => {
    isWrong.value = !readSize(text);
    if (isWrong.value) return;
    const next = settings.sizes.value[list].map((was, i) => (i === index ? writeSize(text) : was));
    settings.sizes.value = { ...settings.sizes.value, [list]: next };
  };
  return (
    <input
      class="number"
      type="text"
      autocomplete="off"
      maxLength={8}
      value={kept}
      aria-label={t('size_number', { list: t(`sizes.${list}`), number: index + 1 })}
      aria-invalid={isWrong.value}
      onInput={event => set(event.currentTarget.value)}
      onBlur={event => {
        event.currentTarget.value = settings.sizes.peek()[list][index]!;
        isWrong.value = false;
      }}
    />
  );
}
