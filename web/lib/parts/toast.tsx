/** Short messages at the edge of the page: what was done or refused. */

import { signal } from '@preact/signals';
import { top, type Layer } from '../frame/layer';
import { errorText } from '../net/rest';

interface Toast {
  id: number;
  text: string;
  bad: boolean;
}

const toasts = signal<Toast[]>([]);
let number = 0;

export function toast(text: string, bad = false): void {
  const id = ++number;
  toasts.value = [...toasts.value.slice(-2), { id, text, bad }];
  setTimeout(
    () => (toasts.value = toasts.value.filter(other => other.id !== id)),
    bad ? 6000 : 3500,
  );
}

/** Awaits *work*. If it fails, shows the reason and returns undefined. */
export async function trying<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    toast(errorText(error), true);
    return undefined;
  }
}

/** The toasts of a layer. */
export function Toasts({ of: layer }: { of: Layer }) {
  return (
    <div class="toasts" role="status">
      {(top() === layer ? toasts.value : []).map(({ id, text, bad }) => (
        <p key={id} class={bad ? 'toast bad' : 'toast'}>
          {text}
        </p>
      ))}
    </div>
  );
}
