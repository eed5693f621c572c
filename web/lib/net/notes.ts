/** Stores the notes about other players. The server stores them for accounts, visible to nobody
 * else. For visitors without an account this browser stores them. */

import { effect, signal } from '@preact/signals';
import { me } from './me';
import { about, noted, type Note, type Notes } from './note';
import { get, put } from './rest';
import { recall, remember } from '../storage';

const here = (): Notes => recall<Notes>('notes', {});
const kept = signal<Notes>(here());

export const noteOn = (name: string): Note | undefined => about(kept.value, name);

export const save = (name: string, note: Note | undefined): Promise<void> =>
  put(`me/notes/${encodeURIComponent(name)}`, note ?? { text: '', colour: null });

/** Changes a note. Rejects if the server cannot store it. */
export async function note(name: string, change: Partial<Note>): Promise<void> {
  kept.value = noted(kept.value, name, change);
  if (me.peek()) await save(name, about(kept.value, name));
  else remember('notes', kept.value);
}

/** Fetches the notes of the account and uploads those that this browser has stored before the
 * login. */
async function fetchNotes(): Promise<void> {
  const rows = await get<(Note & { name: string })[]>('me/notes');
  const local = here();
  const told = Object.fromEntries(rows.map(({ name, ...one }) => [name, one]));
  kept.value = { ...local, ...told };
  for (const [name, one] of Object.entries(local)) {
    // A note that the server refuses is dropped: the player no longer exists, or the limit is
    // reached.
    if (!about(told, name)) await save(name, one).catch(() => undefined);
  }
  remember('notes', {});
}

let whose: string | null = null;
effect(() => {
  const name = me.value?.name ?? null;
  if (name === whose || me.value === undefined) return;
  whose = name;
  if (name) fetchNotes().catch(() => undefined);
  else kept.value = here();
});
