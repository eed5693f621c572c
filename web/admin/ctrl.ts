/** What an admin's page asks for: the room does it as it does what is typed in the shell. */

import { signal } from '@preact/signals';
import type { Answered, Ask, Command as AnyCommand } from '../lib/api';
import { get, post, Refusal } from '../lib/net/rest';

/** Somebody is to give a code; what waits for it goes on, or does not. */
export const proving = signal<{ finish(isProved: boolean): void } | null>(null);
let asking: Promise<boolean> | null = null;

function prove(): Promise<boolean> {
  asking ??= new Promise(resolve => {
    proving.value = {
      finish: isProved => {
        proving.value = null;
        asking = null;
        resolve(isProved);
      },
    };
  });
  return asking;
}

/** Do it; where a code is asked for first, again after that. */
export async function proved<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isAsked = error instanceof Refusal && error.code === 'SECOND_FACTOR_NEEDED';
      if (!isAsked || !(await prove())) throw error;
    }
  }
}

export const giveCode = (code: string): Promise<void> => post('me/second-factor/prove', { code });

export const read = <T>(path: string): Promise<T> => proved(() => get<T>(`admin/${path}`));

/** The commands of this page. The others are given in the shell. */
export type Command = Exclude<
  AnyCommand,
  'promote' | 'demote' | 'token' | 'move' | 'penalise' | 'disqualify'
>;

export const ask = (wish: Ask): Promise<Answered> =>
  proved(() => post<Answered>('admin/requests', wish));

/** A list that is fetched, and fetched again when something was done about it. */
export class Listed<T> {
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

/** For whoever forgot the password. After the #, so that no server or proxy sees the code. */
export function resetLink(name: string, code: string): string {
  const words = new URLSearchParams({ name, reset: code });
  return new URL(`/account#${words.toString()}`, location.href).href;
}
