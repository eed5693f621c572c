/** The user's name and chips, with free chips on request. */

import { useSignal } from '@preact/signals';
import { announce } from '../lib/parts/announce';
import { number, t as shared } from '../lib/i18n';
import { Icon } from '../lib/parts/icon';
import { me } from '../lib/net/me';
import { trying } from '../lib/parts/toast';
import { isGuest, refill } from './ctrl';
import { t } from './text';
import { styles } from '../lib/css';
import accountSheet from './account.module.css';

const css = styles(accountSheet);

export function Chips() {
  const self = me.value!;
  const isBusy = useSignal(false);
  const left = self.refills_left;
  const more = async () => {
    if (isBusy.value) return;
    isBusy.value = true;
    await trying(
      refill().then(() => announce(shared('chips_of', { chips: number(me.value?.chips ?? 0) }))),
    );
    isBusy.value = false;
  };
  return (
    <section class={css('panel who')} aria-label={t('who')}>
      <div>
        <p class={css('name')}>
          <bdi>{self.name}</bdi>
          {isGuest() && <span class={css('mark')}>{shared('guest')}</span>}
        </p>
        <p class={css('chips number')}>
          <i class={css('chip')} aria-hidden="true" />
          {shared('chips_of', { chips: number(self.chips) })}
        </p>
      </div>
      <div class={css('refill')}>
        <button
          type="button"
          aria-busy={isBusy.value}
          disabled={left === 0}
          onClick={() => void more()}
        >
          <Icon name="plus" />
          {t('refill', { chips: number(self.refill) })}
        </button>
        <span class="soft">{left ? t('refill.left', { n: left }) : t('refill.none')}</span>
      </div>
    </section>
  );
}
