/** The dialog with the form for a new table or tournament. It checks the values before sending, and
 * shows what the server refuses. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Dialog } from '../lib/parts/dialog';
import { me, refreshMe } from '../lib/net/me';
import { errorText } from '../lib/net/rest';
import { t } from './text';
import { styles } from '../lib/css';
import openingSheet from './opening.module.css';

const css = styles(openingSheet);

interface Props<W> {
  title: string;
  defaults: W;
  /** The message for invalid values. Empty if all are valid. */
  faultIn(form: W): string;
  send(form: W): Promise<void>;
  /** The message for a refusal, if there is a better one than the usual. */
  textOf?(error: unknown): string;
  button(form: W): string;
  close(): void;
  fields(form: W, change: (changes: Partial<W>) => void): ComponentChildren;
}

export function OpeningDialog<W>(props: Props<W>) {
  const form = useSignal(props.defaults);
  const refusal = useSignal('');
  const isBusy = useSignal(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy.value) return;
    refusal.value = props.faultIn(form.value);
    if (refusal.value) return;
    isBusy.value = true;
    try {
      // The account may not be known yet. The default name needs it.
      if (me.peek() === undefined) await refreshMe();
      await props.send(form.value);
    } catch (error) {
      refusal.value = (props.textOf ?? errorText)(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <Dialog title={props.title} close={props.close}>
      {/* The browser's own validation cannot show messages at fields in a folded section. */}
      <form class={css('new')} noValidate onSubmit={event => void submit(event)}>
        {props.fields(form.value, changes => (form.value = { ...form.value, ...changes }))}
        {refusal.value && (
          <p class="bad" role="alert">
            {refusal.value}
          </p>
        )}
        <button type="submit" class="main wide" aria-busy={isBusy.value}>
          {props.button(form.value)}
        </button>
      </form>
    </Dialog>
  );
}

/** The default name. It is computed when the form is sent, because the account may change until
 * then. */
export const defaultName = (nameOf: (name: string) => string): string =>
  me.value ? nameOf(me.value.name) : t('some_name');
