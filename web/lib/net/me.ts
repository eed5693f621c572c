/** The account of the current user. */

import { effect, signal } from '@preact/signals';
import type { Me } from '../api';
import { get, post, Refusal } from './rest';
import { lang } from '../settings';
import { socket } from './socket';

/** The account. Null if nobody is logged in, undefined while the client does not know yet. */
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

// The greeting of the socket names the account. Without an account no request is needed.
effect(() => {
  const hello = socket.hello.value;
  if (!hello) return;
  if (hello.name === null) me.value = null;
  else if (me.peek()?.name !== hello.name) void refreshMe().catch(() => undefined);
});

/** Switches to another account. The socket reconnects, because the server binds it to one account. */
export function switchAccount(who: Me | null): void {
  me.value = who;
  socket.restart();
}

/** The name that a visitor wants to play under. Empty for a name chosen by the server. */
export const guestName = signal('');
/** Why the server refused that name. */
export const nameError = signal('');

/** Returns the account. A visitor without one becomes a guest first, who can play at once. */
export async function ensureAccount(): Promise<Me> {
  const who = me.value === undefined ? await refreshMe() : me.value;
  if (who) return who;
  const name = guestName.peek().trim() || null;
  nameError.value = '';
  try {
    const guest = await post<Me>('guests', { name, lang: lang.peek() });
    switchAccount(guest);
    return guest;
  } catch (error) {
    if (name && error instanceof Refusal && error.code.includes('NAME'))
      nameError.value = error.text;
    throw error;
  }
}
