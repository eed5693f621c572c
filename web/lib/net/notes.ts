/** Stores the notes about other players. The server stores them for accounts, visible to nobody
 * else. For visitors without an account this browser stores them. */

import { effect, signal } from '@preact/signals';
import { me } from './me';
import { noteAbout, withNote, type Note, type Notes } from './note';
import { get, put } from './rest';
import { recall, remember } from '../storage';

const localNotes = (): Notes => recall<Notes>('notes', {});
const notes = signal<Notes>(localNotes());

export const noteOf = (name: string): Note | undefined => noteAbout(notes.value, name);

export const save = (name: string, note: Note | undefined): Promise<void> =>
  put(`me/notes/${encodeURIComponent(name)}`, note ?? { text: '', colour: null });

/** Changes a note. Rejects if the server cannot store it. */
export async function setNote(name: string, change: Partial<Note>): Promise<void> {
  notes.value = withNote(notes.value, name, change);
  if (me.peek()) await save(name, noteAbout(notes.value, name));
  else remember('notes', notes.value);
}

/** Fetches the notes of the account and uploads those that this browser has stored before the
 * login. */
async function fetchNotes(): Promise<void> {
  const rows = await get<(Note & { name: string })[]>('me/notes');
  const local = localNotes();
  const stored = Object.fromEntries(rows.map(({ name, ...one }) => [name, one]));
  notes.value = { ...local, ...stored };
  for (const [name, one] of Object.entries(local)) {
    // A note that the server refuses is dropped: the player no longer exists, or the limit is
    // reached.
    if (!noteAbout(stored, name)) await save(name, one).catch(() => undefined);
  }
  remember('notes', {});
}

let owner: string | null = null;
effect(() => {
  const name = me.value?.name ?? null;
  if (name === owner || me.value === undefined) return;
  owner = name;
  if (name) fetchNotes().catch(() => undefined);
  else notes.value = localNotes();
});
