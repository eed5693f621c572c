/** Parts for home games: the offer to become host, and blinds that rise by time. */

import { Dialog } from '../../lib/parts/dialog';
import { number } from '../../lib/i18n';
import { blindsText, clockText } from '../../lib/level';
import { refreshMe } from '../../lib/net/me';
import { usePageClock } from '../../lib/page_clock';
import { t } from '../panel/text';
import type { Ctrl } from '../ctrl';

/** The role of host needs the user's consent. */
export function Offer({ ctrl }: { ctrl: Ctrl }) {
  const { offered, host } = ctrl.room.value!;
  const answer = async (agrees: boolean) => {
    if ((await ctrl.send({ do: 'answer_offer', agrees })) && agrees) void refreshMe();
  };
  if (!offered) return null;
  return (
    <Dialog title={t('host_tools')} close={() => void answer(false)}>
      <p>{t(`offered.${offered}`, { name: host ?? '' })}</p>
      <div class="row">
        <button type="button" class="main" onClick={() => void answer(true)}>
          {t('yes')}
        </button>
        <button type="button" onClick={() => void answer(false)}>
          {t('no')}
        </button>
      </div>
    </Dialog>
  );
}

export function BlindTimer({ ctrl }: { ctrl: Ctrl }) {
  const { timer, paused } = ctrl.room.value!;
  const now = usePageClock();
  if (!timer?.next) return null;
  const since = paused ? 0 : now - ctrl.roomAt.value;
  const time = clockText(Math.max(0, (timer.left ?? 0) - since));
  return (
    <span class="timer">
      {' '}
      · {t('next_blinds', { blinds: blindsText(timer.next, number), time })}
    </span>
  );
}
