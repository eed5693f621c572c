/** Asks for a code of the second factor from time to time, in case the page was left open. */

import { useEffect, useId, useRef } from 'preact/hooks';
import { SendForm } from '../account/form';
import { Dialog } from '../lib/parts/dialog';
import { sendCode, codePrompt } from './ctrl';
import { t } from './text';

export function CodeDialog() {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const give = async (form: FormData) => {
    await sendCode(String(form.get('code')));
    codePrompt.value?.finish(true);
  };
  return (
    <Dialog title={t('prove')} close={() => codePrompt.value?.finish(false)}>
      <SendForm action={t('prove.go')} class="main wide" submit={give}>
        <p>{t('prove.words')}</p>
        <div class="field">
          <label for={id}>{t('prove.code')}</label>
          <input
            ref={field}
            id={id}
            name="code"
            autocomplete="one-time-code"
            autocapitalize="off"
            spellcheck={false}
            required
            maxLength={80}
          />
        </div>
      </SendForm>
    </Dialog>
  );
}
