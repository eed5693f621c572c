/** The form in which somebody opens a table or a tournament: what is wrong with it is said before it
 * is sent, and what the room refuses afterwards. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Dialog } from '../lib/parts/dialog';
import { me, refreshMe } from '../lib/net/me';
import { wordsOf } from '../lib/net/rest';
import { t } from './text';

interface Props<W> {
  title: string;
  usual: W;
  /** What is wrong with it, in words; empty for nothing. */
  faultIn(wish: W): string;
  send(wish: W): Promise<void>;
  /** A refusal in words, where there are better ones than usual. */
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
      // Whoever is quicker than the room's greeting: it is called after them all the same.
      if (me.peek() === undefined) await refreshMe();
      await props.send(wish.value);
    } catch (error) {
      refusal.value = (props.inWords ?? wordsOf)(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <Dialog title={props.title} close={props.close}>
      {/* What the browser would check may be folded away, where it cannot say so. */}
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

/** What it is called if nobody gives it a name; asked for when it is sent, not before. */
export const nameOtherwise = (nameOf: (name: string) => string): string =>
  me.value ? nameOf(me.value.name) : t('some_name');
