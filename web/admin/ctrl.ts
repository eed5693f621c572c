/** Requests of the admin page. The server handles them like the same commands in the shell. */

import { signal } from '@preact/signals';
import type { AdminRequest, Answered, Command as AnyCommand } from '../lib/api';
import { get, post, Refusal } from '../lib/net/rest';

/** Set while a code of the second factor is needed. `finish` continues or cancels the requests that
 * wait for it. */
export const codePrompt = signal<{ finish(isProved: boolean): void } | null>(null);
let asking: Promise<boolean> | null = null;

function askForCode(): Promise<boolean> {
  asking ??= new Promise(resolve => {
    codePrompt.value = {
      finish: isProved => {
        codePrompt.value = null;
        asking = null;
        resolve(isProved);
      },
    };
  });
  return asking;
}

/** Calls *send*. If the server wants a code of the second factor first, asks for it and repeats the
 * call. */
export async function withCode<T>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      const isAsked = error instanceof Refusal && error.code === 'SECOND_FACTOR_NEEDED';
      if (!isAsked || !(await askForCode())) throw error;
    }
  }
}

export const sendCode = (code: string): Promise<void> => post('me/second-factor/prove', { code });

export const read = <T>(path: string): Promise<T> => withCode(() => get<T>(`admin/${path}`));

/** Commands of this page. The other commands exist only in the shell. */
export type Command = Exclude<
  AnyCommand,
  'promote' | 'demote' | 'token' | 'move' | 'penalise' | 'disqualify'
>;

export const ask = (request: AdminRequest): Promise<Answered> =>
  withCode(() => post<Answered>('admin/requests', request));

/** A list that is fetched again after every change. */
export class FetchedList<T> {
  readonly all = signal<T | null>(null);
  readonly failure = signal<Refusal | null>(null);
  private latest = 0;

  async fetch(path: string): Promise<void> {
    const turn = ++this.latest;
    try {
      const found = await read<T>(path);
      if (turn !== this.latest) return;
      this.all.value = found;
      this.failure.value = null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (turn === this.latest) this.failure.value = error;
    }
  }
}

/** A password reset link. The code stands after the #, so that no server or proxy sees it. */
export function resetLink(name: string, code: string): string {
  const words = new URLSearchParams({ name, reset: code });
  return new URL(`/account#${words.toString()}`, location.href).href;
}
