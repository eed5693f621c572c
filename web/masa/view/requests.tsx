/** Requests to the hosts as a card in the place of the buttons, one at a time: who asks for what, yes
 * and no. The host's own turn comes first. */

import { Avatar } from '../../lib/parts/avatar';
import type { Ctrl } from '../ctrl';
import { t } from '../text';
import { styles } from '../../lib/css';
import masaSheet from '../masa.module.css';

const css = styles(masaSheet);

export function Requests({ ctrl }: { ctrl: Ctrl }) {
  const [asked, ...others] = ctrl.requests.value;
  if (!asked) return null;
  const { name, text, answer } = asked;
  return (
    <section class={css('request')} aria-label={text}>
      <Avatar name={name} />
      <p>
        {text}
        {others.length > 0 && (
          <span class="soft"> {t('more_requests', { count: others.length })}</span>
        )}
      </p>
      <div class={css('answers')}>
        <button type="button" aria-label={`${t('no')}: ${text}`} onClick={() => answer(false)}>
          {t('no')}
        </button>
        <button
          type="button"
          class="main"
          aria-label={`${t('yes')}: ${text}`}
          onClick={() => answer(true)}
        >
          {t('yes')}
        </button>
      </div>
    </section>
  );
}
