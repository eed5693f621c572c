/** The second factor: setting it up with a phone, recovery codes, turning it off. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { NewSecret, SecondFactor } from '../lib/api';
import { copy } from '../lib/copy';
import { Dialog } from '../lib/parts/dialog';
import { Icon } from '../lib/parts/icon';
import { toast, trying } from '../lib/parts/toast';
import { QrCode } from '../lib/parts/qrcode';
import { factor } from './ctrl';
import { Password, SecondCode } from './field';
import { SendForm } from './form';
import { day, t } from './text';
import { styles } from '../lib/css';
import accountSheet from './account.module.css';

const css = styles(accountSheet);

type Asked = 'set up' | 'codes' | 'off' | null;

export function SecondFactorPanel() {
  const now = useSignal<SecondFactor | null>(null);
  const asked = useSignal<Asked>(null);
  const fetch = async () => void (now.value = (await trying(factor.of())) ?? now.peek());
  useEffect(() => void fetch(), []);
  const close = () => {
    asked.value = null;
    void fetch();
  };
  return (
    <section class="panel second">
      <h2>{t('second')}</h2>
      <p class="soft">{t('second.words')}</p>
      {now.value === null ? (
        <span class={css('waiting line')} />
      ) : now.value.on ? (
        <>
          <p>{t('second.on', { day: day(now.value.since ?? 0), n: now.value.recovery_codes })}</p>
          <div class="row">
            <button type="button" onClick={() => (asked.value = 'codes')}>
              {t('second.new_codes')}
            </button>
            <button type="button" class="danger" onClick={() => (asked.value = 'off')}>
              {t('second.off')}
            </button>
          </div>
        </>
      ) : (
        <button type="button" onClick={() => (asked.value = 'set up')}>
          {t('second.set_up')}
        </button>
      )}
      {asked.value === 'set up' && <SetUp close={close} />}
      {asked.value === 'codes' && <NewCodes close={close} />}
      {asked.value === 'off' && <Off close={close} />}
    </section>
  );
}

function SetUp({ close }: { close(): void }) {
  const made = useSignal<NewSecret | null>(null);
  const codes = useSignal<string[] | null>(null);
  const begin = async (form: FormData) => {
    made.value = await factor.setUp(String(form.get('password')));
  };
  const confirm = async (form: FormData) => {
    codes.value = (await factor.confirm(String(form.get('second')))).codes;
    toast(t('second.is_on'));
  };
  return (
    <Dialog title={t('second')} close={close}>
      {codes.value ? (
        <Codes codes={codes.value} close={close} />
      ) : made.value === null ? (
        <SendForm key="password" action={t('second.set_up')} class="main" submit={begin}>
          <Password label={t('password')} name="password" isNew={false} />
        </SendForm>
      ) : (
        <SendForm key="code" action={t('second.confirm')} class="main" submit={confirm}>
          <p>{t('second.scan')}</p>
          <QrCode text={made.value.uri} label={t('second.qr')} />
          <p class={css('secret')}>
            {t('second.secret')}: <code>{made.value.secret}</code>
          </p>
          <p>{t('second.then')}</p>
          <SecondCode isFirst />
        </SendForm>
      )}
    </Dialog>
  );
}

/** Recovery codes can be shown only once, because the server stores only their digests. */
function Codes({ codes, close }: { codes: string[]; close(): void }) {
  const isCopied = useSignal(false);
  const copyThem = async () => {
    isCopied.value = await copy(codes.join('\n'));
  };
  return (
    <div class="fresh" role="status">
      <h3>{t('second.recovery')}</h3>
      <p>{t('second.keep')}</p>
      <ul class={css('codes')}>
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="row">
        <button type="button" onClick={() => void copyThem()}>
          <Icon name={isCopied.value ? 'check' : 'copy'} />
          {isCopied.value ? t('copied') : t('copy')}
        </button>
        <button type="button" class="main" onClick={close}>
          {t('second.done')}
        </button>
      </div>
    </div>
  );
}

function NewCodes({ close }: { close(): void }) {
  const codes = useSignal<string[] | null>(null);
  const make = async (form: FormData) => {
    const answer = await factor.newCodes(String(form.get('password')), String(form.get('second')));
    codes.value = answer.codes;
  };
  return (
    <Dialog title={t('second.new_codes')} close={close}>
      {codes.value ? (
        <Codes codes={codes.value} close={close} />
      ) : (
        <SendForm action={t('second.new_codes')} class="main" submit={make}>
          <p class="soft">{t('second.new_codes.words')}</p>
          <Password label={t('password')} name="password" isNew={false} />
          <SecondCode />
        </SendForm>
      )}
    </Dialog>
  );
}

function Off({ close }: { close(): void }) {
  const end = async (form: FormData) => {
    await factor.end(String(form.get('password')), String(form.get('second')));
    toast(t('second.is_off'));
    close();
  };
  return (
    <Dialog title={t('second.off')} close={close}>
      <SendForm action={t('second.off')} class="danger" submit={end}>
        <p class="soft">{t('second.off.words')}</p>
        <Password label={t('password')} name="password" isNew={false} />
        <SecondCode />
      </SendForm>
    </Dialog>
  );
}
