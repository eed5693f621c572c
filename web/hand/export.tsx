/** Sharing a hand by link, and downloading it in several formats. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ShareData } from '../lib/api';
import { copy } from '../lib/copy';
import { Dialog } from '../lib/parts/dialog';
import { Downloads } from '../lib/parts/downloads';
import { Icon } from '../lib/parts/icon';
import { withQuery } from '../lib/net/key';
import { me } from '../lib/net/me';
import { del, get } from '../lib/net/rest';
import { go } from '../lib/frame/router';
import { Checkbox } from '../lib/parts/checkbox';
import { toast, trying } from '../lib/parts/toast';
import { dateAndTime } from '../lib/i18n';
import type { HandCtrl } from './ctrl';
import { t } from './text';
import { styles } from '../lib/css';
import handSheet from './hand.module.css';

const css = styles(handSheet);

async function copied(text: string): Promise<void> {
  const isCopied = await copy(text);
  toast(t(isCopied ? 'copied' : 'not_copied'), !isCopied);
}

export function Take({ ctrl }: { ctrl: HandCtrl }) {
  const isSharing = useSignal(false);
  const study = ctrl.study.value;
  const uci = ctrl.step.value?.uci;
  const copyText = async () =>
    copied(await get<string>(withQuery(`${ctrl.path}/pokerstars`, ctrl.key)));
  return (
    <section class={css('take')} aria-label={t('export')}>
      <div class="row">
        <button
          type="button"
          class="main"
          onClick={() => (ctrl.isShared ? void copied(location.href) : (isSharing.value = true))}
        >
          <Icon name="link" />
          {t(ctrl.isShared ? 'copy_page' : 'share')}
        </button>
        <button type="button" class="small" onClick={() => void trying(copyText())}>
          {t('copy_text')}
        </button>
      </div>
      <details>
        <summary>{t('more')}</summary>
        <div class="row">
          <button
            type="button"
            class="small"
            disabled={!study}
            onClick={() => void copied(study!.fen)}
          >
            {t('copy_fen')}
          </button>
          <button type="button" class="small" disabled={!uci} onClick={() => void copied(uci!)}>
            {t('copy_uci')}
          </button>
        </div>
      </details>
      <Downloads text={t('download')} path={ctrl.path} tableKey={ctrl.key} />
      {isUploaded(ctrl) && !ctrl.isShared && <Delete ctrl={ctrl} />}
      {isSharing.value && <Share ctrl={ctrl} close={() => (isSharing.value = false)} />}
    </section>
  );
}

const isUploaded = (ctrl: HandCtrl): boolean => !!ctrl.hand.value?.upload;

/** Deletes the hand. Only imported hands can be deleted. */
function Delete({ ctrl }: { ctrl: HandCtrl }) {
  const isSure = useSignal(false);
  const remove = async () => {
    await del(`hands/${ctrl.id}`);
    toast(t('deleted'));
    go('/hands?source=uploads', true);
  };
  return (
    <button
      type="button"
      class="small danger"
      onClick={() => {
        if (isSure.value) void trying(remove());
        isSure.value = true;
      }}
    >
      {t(isSure.value ? 'delete_sure' : 'delete')}
    </button>
  );
}

const addressOf = ({ id }: ShareData): string => new URL(`/shared/${id}`, location.href).href;

function Share({ ctrl, close }: { ctrl: HandCtrl; close(): void }) {
  const hides = useSignal(false);
  const links = useSignal<ShareData[] | null>(null);
  useEffect(() => {
    if (me.value) void trying(ctrl.shares().then(found => (links.value = found)));
  }, []);
  const make = async () => {
    const made = await ctrl.share(hides.value);
    links.value = [made, ...(links.peek() ?? [])];
    await copied(addressOf(made));
  };
  const withdraw = async (id: string) => {
    await ctrl.withdraw(id);
    links.value = links.peek()!.filter(link => link.id !== id);
    toast(t('withdrawn'));
  };
  return (
    <Dialog title={t('share_title')} close={close} class={css('share')}>
      <p>
        {t('share_words')} {t('share_private')}
      </p>
      {me.value ? (
        <>
          {isUploaded(ctrl) ? (
            <p class="soft">{t('always_hidden')}</p>
          ) : (
            <Checkbox
              text={t('hide_names')}
              isOn={hides.value}
              set={value => (hides.value = value)}
            />
          )}
          <button type="button" class="main wide" onClick={() => void trying(make())}>
            <Icon name="link" />
            {t('make_link')}
          </button>
          <h3>{t('your_links')}</h3>
          {links.value && !links.value.length && <p class="soft">{t('no_links')}</p>}
          <ul class={css('links')}>
            {links.value?.map(link => (
              <li key={link.id}>
                <input
                  readOnly
                  value={addressOf(link)}
                  aria-label={t(link.hide_names ? 'names_hidden' : 'names_shown')}
                  onFocus={event => event.currentTarget.select()}
                />
                <span class="soft">
                  {t(link.hide_names ? 'names_hidden' : 'names_shown')} · {dateAndTime(link.made)}
                </span>
                <span class="row">
                  <button type="button" class="small" onClick={() => void copied(addressOf(link))}>
                    {t('copy_link')}
                  </button>
                  <button
                    type="button"
                    class="small danger"
                    onClick={() => void trying(withdraw(link.id))}
                  >
                    {t('withdraw')}
                  </button>
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>{t('log_in_to_share')}</p>
      )}
    </Dialog>
  );
}
