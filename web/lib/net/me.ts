/** Who is sitting before this screen. */

import { effect, signal } from '@preact/signals';
import type { Me } from '../api';
import { get, post, Refusal } from './rest';
import { lang } from '../settings';
import { socket } from './socket';

/** null: nobody yet; undefined: not asked yet. */
export const me = signal<Me | null | undefined>(undefined);

export async function refreshMe(): Promise<Me | null> {
  try {
    me.value = await get<Me>('me');
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'NOT_LOGGED_IN') throw error;
    me.value = null;
  }
  return me.value;
}

// The socket says on opening whose it is; whoever has no account is not asked for one.
effect(() => {
  const hello = socket.hello.value;
  if (!hello) return;
  if (hello.name === null) me.value = null;
  else if (me.peek()?.name !== hello.name) void refreshMe().catch(() => undefined);
});

/** Another account from here on: the socket has to be opened anew, as them. */
export function become(who: Me | null): void {
  me.value = who;
  socket.restart();
}

/** What somebody who is nobody yet wants to be called; empty for any name. */
export const guestName = signal('');
/** Why they cannot be. */
export const nameFault = signal('');

/** Whoever is not logged in becomes a guest, who can play at once. */
export async function beSomebody(): Promise<Me> {
  const who = me.value === undefined ? await refreshMe() : me.value;
  if (who) return who;
  const name = guestName.peek().trim() || null;
  nameFault.value = '';
  try {
    const guest = await post<Me>('guests', { name, lang: lang.peek() });
    become(guest);
    return guest;
  } catch (error) {
    if (name && error instanceof Refusal && error.code.includes('NAME'))
      nameFault.value = error.text;
    throw error;
  }
}
