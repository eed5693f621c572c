/** The invitation on the cloth of a table that waits for players. */

import { Icon } from '../../lib/parts/icon';
import { SmallShare } from '../../lib/parts/share';
import { t } from '../text';
import type { Box } from '../layout';
import type { Drawing } from './cloth';
import { styles } from '../../lib/css';
import masaSheet from '../masa.module.css';

const css = styles(masaSheet);

/** Heights of the address and a row of buttons, and of the names of watchers, in pixels. */
const WORDS = 100;
const NAMES = 26;
/** Width in which two buttons fit in one row, and the height of a further row, in pixels. */
const TWO_BUTTONS = 306;
const ROW = 56;
/** The smallest QR code that cameras can read, in pixels. */
const LEAST_QR = 84;
/** Smallest area with texts beside the buttons, in pixels. */
const LEAST = { w: 190, h: 160 };

export function Invite({ ctrl, room }: { ctrl: Drawing; room: Box }) {
  const watchers = ctrl.room.value?.watchers.filter(name => name !== ctrl.ownName) ?? [];
  const mayAddBots = !!ctrl.room.value?.may_add_bots;
  const words =
    WORDS + (watchers.length ? NAMES : 0) + (mayAddBots && room.w < TWO_BUTTONS ? ROW : 0);
  const size = Math.min(room.h - words, room.w, 200);
  const isLow = room.w < LEAST.w || room.h < LEAST.h;
  return (
    <section class={css('invite', isLow && 'low')} aria-label={t('invite')}>
      <SmallShare name={ctrl.name} path={ctrl.link} qr={size < LEAST_QR ? 0 : size}>
        {mayAddBots && (
          <button type="button" onClick={() => ctrl.addBots()}>
            <Icon name="bot" />
            {t('add_bots')}
          </button>
        )}
      </SmallShare>
      {watchers.length > 0 && (
        <p class={css('watchers')}>{t('looking_on', { names: watchers.join(', ') })}</p>
      )}
    </section>
  );
}
