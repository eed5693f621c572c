/** Messages from the operator: an announcement to everybody, until it is closed, and short notices
 * to this user. */

import { signal } from '@preact/signals';
import { announce } from './announce';
import { t } from '../i18n';
import { Icon } from './icon';
import { socket } from '../net/socket';
import { toast } from './toast';

const announced = signal('');
/** The announcement that was closed, so that it does not appear again after a reconnect. */
let read = '';

socket.listen(message => {
  if (message.type !== 'notice') return;
  if (message.kind !== 'announcement') toast(message.message);
  else if (message.message !== read) announced.value = message.message;
  announce(message.message);
});

export function Announcement() {
  if (!announced.value) return null;
  const close = () => {
    read = announced.value;
    announced.value = '';
  };
  return (
    <aside class="announcement" aria-label={t('from_the_operator')}>
      <p>{announced.value}</p>
      <button type="button" class="plain round" aria-label={t('close')} onClick={close}>
        <Icon name="close" />
      </button>
    </aside>
  );
}
