/** What somebody keeps about others: a line and a colour for each name. The room keeps it for whoever
 * is somebody, and tells nobody else; of who is nobody yet, this browser does. */

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

/** Said aloud when it cannot be kept. */
export async function note(name: string, change: Partial<Note>): Promise<void> {
  kept.value = noted(kept.value, name, change);
  if (me.peek()) await save(name, about(kept.value, name));
  else remember('notes', kept.value);
}

/** Those of whoever sits here, with what was written in this browser before they were somebody. */
async function fetchNotes(): Promise<void> {
  const rows = await get<(Note & { name: string })[]>('me/notes');
  const local = here();
  const told = Object.fromEntries(rows.map(({ name, ...one }) => [name, one]));
  kept.value = { ...local, ...told };
  for (const [name, one] of Object.entries(local)) {
    // Of a name that is gone, or one too many, nothing is kept.
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
