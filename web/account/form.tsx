/** A form that sends one request at a time and shows a refusal below its fields. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { errorText } from '../lib/net/rest';
import { styles } from '../lib/css';
import accountSheet from './account.module.css';

const css = styles(accountSheet);

interface Props {
  /** Text of the submit button. */
  action: string;
  class?: string;
  /** *submitter* is the name of the pressed button, if the form has several. */
  submit(form: FormData, submitter: string | null): Promise<void>;
  children: ComponentChildren;
  /** Further buttons beside the submit button. */
  beside?: ComponentChildren;
}

export function SendForm({ action, class: name = '', submit, children, beside }: Props) {
  const refusal = useSignal('');
  const isBusy = useSignal(false);
  /** Key of the form. A new key empties the fields. */
  const turn = useSignal(0);
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy.value) return;
    const form = new FormData(event.currentTarget as HTMLFormElement);
    isBusy.value = true;
    refusal.value = '';
    try {
      await submit(form, event.submitter?.getAttribute('name') ?? null);
      turn.value += 1;
    } catch (error) {
      refusal.value = errorText(error);
    } finally {
      isBusy.value = false;
    }
  };
  const button = (
    <button type="submit" class={css(name)} aria-busy={isBusy.value}>
      {action}
    </button>
  );
  return (
    <form key={turn.value} onSubmit={event => void send(event)}>
      {children}
      {refusal.value && (
        <p class="bad" role="alert">
          {refusal.value}
        </p>
      )}
      {beside ? (
        <div class="row">
          {button}
          {beside}
        </div>
      ) : (
        button
      )}
    </form>
  );
}
