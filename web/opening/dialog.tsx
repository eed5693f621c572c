/** The dialog with the form for a new table or tournament. It checks the values before sending, and
 * shows what the server refuses. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Dialog } from '../lib/parts/dialog';
import { me, refreshMe } from '../lib/net/me';
import { errorText } from '../lib/net/rest';
import { t } from './text';

interface Props<W> {
  title: string;
  usual: W;
  /** The message for invalid values. Empty if all are valid. */
  faultIn(wish: W): string;
  send(wish: W): Promise<void>;
  /** The message for a refusal, if there is a better one than the usual. */
  inWords?(error: unknown): string;
  button(wish: W): string;
  close(): void;
  fields(wish: W, change: (some: Partial<W>) => void): ComponentChildren;
}

export function OpeningDialog<W>(props: Props<W>) {
  const wish = useSignal(props.usual);
  const refusal = useSignal('');
  const isBusy = useSignal(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy.value) return;
    refusal.value = props.faultIn(wish.value);
    if (refusal.value) return;
    isBusy.value = true;
    try {
      // The account may not be known yet. The default name needs it.
      if (me.peek() === undefined) await refreshMe();
      await props.send(wish.value);
    } catch (error) {
      refusal.value = (props.inWords ?? errorText)(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <Dialog title={props.title} close={props.close}>
      {/* The browser's own validation cannot show messages at fields in a folded section. */}
      <form class="new" noValidate onSubmit={event => void submit(event)}>
        {props.fields(wish.value, some => (wish.value = { ...wish.value, ...some }))}
        {refusal.value && (
          <p class="bad" role="alert">
            {refusal.value}
          </p>
        )}
        <button type="submit" class="main wide" aria-busy={isBusy.value}>
          {props.button(wish.value)}
        </button>
      </form>
    </Dialog>
  );
}

/** The default name. It is computed when the form is sent, because the account may change until
 * then. */
export const nameOtherwise = (nameOf: (name: string) => string): string =>
  me.value ? nameOf(me.value.name) : t('some_name');
