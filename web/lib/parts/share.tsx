/** Sharing a link by clipboard, share sheet or QR code. */

import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { announce } from './announce';
import { copy } from '../copy';
import { Icon } from './icon';
import { toast } from './toast';
import { QrCode } from './qrcode';
import { t } from '../i18n';
import { styles } from '../css';
import shareSheet from './share.module.css';

const css = styles(shareSheet);

const absolute = (path: string): string => new URL(path, location.href).href;

/** Whether the address works only on this machine. */
const isOnlyHere = (): boolean => /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

async function hand(name: string, url: string): Promise<void> {
  try {
    await navigator.share({ title: name, url });
  } catch {
    // The user has cancelled the share sheet.
  }
}

interface Props {
  name: string;
  path: string;
}

/** The full link with all ways to share it. */
export function Share({ name, path }: Props) {
  const id = useId();
  const isCopied = useSignal(false);
  const url = absolute(path);
  const copyIt = async () => {
    isCopied.value = await copy(url);
    if (isCopied.value) announce(t('copied'));
  };
  return (
    <div class={css('field share')}>
      <label for={id}>{t('link')}</label>
      <div class="row">
        <input id={id} readOnly value={url} onFocus={event => event.currentTarget.select()} />
        <button type="button" class="main" onClick={() => void copyIt()}>
          <Icon name={isCopied.value ? 'check' : 'copy'} />
          {isCopied.value ? t('copied') : t('copy')}
        </button>
        {'share' in navigator && (
          <button type="button" onClick={() => void hand(name, url)}>
            <Icon name="link" />
            {t('share')}
          </button>
        )}
      </div>
      {isOnlyHere() ? <p class="soft">{t('only_here')}</p> : <QrCode text={url} label={t('qr')} />}
    </div>
  );
}

/** A small button that shares the link. */
export function ShareButton({ name, path }: Props) {
  const share = async () => {
    const url = absolute(path);
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches) await hand(name, url);
    else if (await copy(url)) toast(t('copied'));
    else toast(url);
  };
  return (
    <button
      type="button"
      class="plain round"
      aria-label={t('share_link')}
      title={t('share_link')}
      onClick={() => void share()}
    >
      <Icon name="link" />
    </button>
  );
}
