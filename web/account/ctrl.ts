/** The actions of the account page. Every function rejects with a `Refusal` if the server refuses. */

import { signal } from '@preact/signals';
import type {
  Email,
  Me,
  NewSecret,
  NewToken,
  RecoveryCodes,
  SecondFactor,
  Session,
  Token,
} from '../lib/api';
import { switchAccount, me } from '../lib/net/me';
import { del, get, post, put } from '../lib/net/rest';
import { go } from '../lib/frame/router';
import { lang } from '../lib/settings';
import { socket } from '../lib/net/socket';

export const isGuest = (): boolean => me.value?.kind === 'guest';

export async function logIn(name: string, password: string, _ = '', second = ''): Promise<void> {
  switchAccount(await post<Me>('login', { name, password, ...(second ? { code: second } : {}) }));
  go('/');
}

export async function signUp(name: string, password: string, invitation = ''): Promise<void> {
  switchAccount(
    await post<Me>('accounts', { name, password, ...(invitation ? { invitation } : {}) }),
  );
  go('/');
}

/** Sets a new password with a code that an admin has issued. */
export async function resetPassword(
  name: string,
  password: string,
  code = '',
  second = '',
): Promise<void> {
  switchAccount(await post<Me>('reset', { name, password, code, ...(second ? { second } : {}) }));
  go('/');
}

/** The address for mail about the account. Only for rooms that send mail. */
export const email = {
  of: () => get<Email>('me/email'),
  set: (address: string | null, password: string) =>
    put<Email>('me/email', { address, password, lang: lang.peek() }),
  confirm: (code: string) => post<void>('email/confirm', { code }),
  recover: (address: string) => post<void>('recovery', { address }),
};

/** The second factor: its state, and the steps to turn it on and off. */
export const factor = {
  of: () => get<SecondFactor>('me/second-factor'),
  setUp: (password: string) => post<NewSecret>('me/second-factor', { password }),
  confirm: (code: string) => post<RecoveryCodes>('me/second-factor/confirm', { code }),
  newCodes: (password: string, code: string) =>
    post<RecoveryCodes>('me/second-factor/recovery-codes', { password, code }),
  end: (password: string, code: string) => post<void>('me/second-factor/off', { password, code }),
};

/** Turns a guest into a full account. Name, chips and session stay, so a running hand goes on. */
export async function upgradeGuest(name: string, password: string): Promise<void> {
  me.value = await post<Me>('me/keep', { name, password });
}

export async function logOut(): Promise<void> {
  await post('logout');
  switchAccount(null);
}

export async function logOutEverywhere(): Promise<void> {
  await post('logout-everywhere');
  switchAccount(null);
}

/** Changes the password. The server logs out all other browsers. This browser gets a new session,
 * so the socket reconnects. */
export async function changePassword(
  old: string,
  fresh: string,
  end_tokens: boolean,
): Promise<void> {
  await post('me/password', { old, new: fresh, end_tokens });
  socket.restart();
}

export async function setPrivate(isPrivate: boolean): Promise<void> {
  me.value = await put<Me>('me/privacy', { private: isPrivate });
}

/** Guests have no password to prove. */
const proof = (password: string) => (password ? { password } : {});

export async function deleteAccount(password: string): Promise<void> {
  await del('me', proof(password));
  switchAccount(null);
}

/** Downloads everything that the room stores about this account. */
export async function exportData(password: string): Promise<void> {
  const file = await post<Blob>('me/export', proof(password));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = 'pokermasa.zip';
  link.click();
  // The browser reads the URL after this function has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export async function refill(): Promise<void> {
  me.value = await post<Me>('me/chips');
}

/** Permissions of a bot token. */
export const SCOPES = ['play', 'read', 'host'] as const;
export type Scope = (typeof SCOPES)[number];

/** A list on the server from which entries can be deleted. */
class RemoteList<T> {
  readonly all = signal<T[] | null>(null);

  constructor(protected readonly path: string) {}

  async fetch(): Promise<void> {
    this.all.value = await get<T[]>(this.path);
  }

  async revoke(id: string): Promise<void> {
    await del(`${this.path}/${id}`);
    await this.fetch();
  }
}

export class Tokens extends RemoteList<Token> {
  /** The newest token. The server sends it only this once. */
  readonly fresh = signal<string | null>(null);

  constructor() {
    super('me/tokens');
  }

  async make(label: string, scopes: readonly Scope[]): Promise<void> {
    this.fresh.value = (await post<NewToken>(this.path, { label, scopes })).token;
    await this.fetch();
  }
}

export class Sessions extends RemoteList<Session> {
  constructor() {
    super('me/sessions');
  }
}
