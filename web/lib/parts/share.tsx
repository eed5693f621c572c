/** Sharing a link by clipboard, share sheet or QR code. */

import { useSignal, type Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import { announce } from './announce';
import { copy } from '../copy';
import { Icon } from './icon';
import { get } from '../net/rest';
import { toast } from './toast';
import { QrCode } from './qrcode';
import { t } from '../i18n';
import { styles } from '../css';
import shareSheet from './share.module.css';

const css = styles(shareSheet);

/** Whether the address works only on this machine. */
const isOnlyHere = (): boolean => /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

interface Link {
  url: string;
  /** Whether people on other devices can open it. */
  isReachable: boolean;
}

/** Returns the link for others. On the room's own machine that is an address in the local network,
 * which the room knows. */
export async function linkFor(path: string): Promise<Link> {
  const full = new URL(path, location.href).href;
  if (!isOnlyHere()) return { url: full, isReachable: true };
  const { urls } = await get<{ urls: string[] }>('lobby/addresses').catch(() => ({ urls: [] }));
  const [url] = urls;
  if (!url) return { url: full, isReachable: false };
  return { url: url + full.slice(location.origin.length), isReachable: true };
}

function useLink(path: string): Signal<Link> {
  const full = new URL(path, location.href).href;
  const link = useSignal<Link>({ url: full, isReachable: !isOnlyHere() });
  useEffect(() => {
    void linkFor(path).then(found => (link.value = found));
  }, [full]);
  return link;
}

/** Opens the share sheet. Plain HTTP and many desktops have none, so the link is copied there. */
export async function share(name: string, url: string): Promise<void> {
  if ('share' in navigator && matchMedia('(pointer: coarse)').matches)
    await navigator.share({ title: name, url }).catch(() => undefined);
  else toast((await copy(url)) ? t('copied') : url);
}

interface Props {
  name: string;
  path: string;
}

/** The full link with all ways to share it. */
export function Share({ name, path }: Props) {
  const id = useId();
  const isCopied = useSignal(false);
  const { url, isReachable } = useLink(path).value;
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
          <button type="button" onClick={() => void share(name, url)}>
            <Icon name="link" />
            {t('share')}
          </button>
        )}
      </div>
      <Reach url={url} isReachable={isReachable} />
    </div>
  );
}

/** The QR code, or why other devices cannot open the link. */
function Reach({ url, isReachable }: Link) {
  if (!isReachable) return <p class="soft">{t('only_here')}</p>;
  return <QrCode text={url} label={t('qr')} />;
}

interface SmallProps extends Props {
  /** Size of the QR code in pixels. 0 for none. */
  qr: number;
  /** Further buttons. */
  children?: ComponentChildren;
}

/** The same in little room. */
export function SmallShare({ name, path, qr, children }: SmallProps) {
  const { url, isReachable } = useLink(path).value;
  const copyIt = async () => toast((await copy(url)) ? t('copied') : url);
  return (
    <div class={css('small-share')}>
      {qr > 0 && isReachable && (
        <div style={{ width: `${qr}px` }}>
          <QrCode text={url} label={t('qr')} />
        </div>
      )}
      {isReachable && isOnlyHere() && <p class={css('address')}>{new URL(url).host}</p>}
      {!isReachable && <p>{t('only_here')}</p>}
      <div class={css('row')}>
        {'share' in navigator && (
          <button type="button" class="main" onClick={() => void share(name, url)}>
            <Icon name="link" />
            {t('share')}
          </button>
        )}
        <button type="button" onClick={() => void copyIt()}>
          <Icon name="copy" />
          {t('copy_link')}
        </button>
        {children}
      </div>
    </div>
  );
}

/** A small button that shares the link. */
export function ShareButton({ name, path }: Props) {
  const link = useLink(path);
  return (
    <button
      type="button"
      class="plain round"
      aria-label={t('share_link')}
      title={t('share_link')}
      onClick={() => void share(name, link.peek().url)}
    >
      <Icon name="link" />
    </button>
  );
}
