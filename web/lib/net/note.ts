/** A user's private notes about other players: a text and a colour for each name. */

export const COLOURS = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'] as const;
export type Colour = (typeof COLOURS)[number];

export interface Note {
  text: string;
  colour: Colour | null;
}

export type Notes = Readonly<Record<string, Note>>;

export const MAX_LENGTH = 500;
const MAX_NOTES = 1000;

/** The notes after one of them has changed. Above the limit the notes that were changed longest ago
 * are dropped. */
export function withNote(notes: Notes, name: string, change: Partial<Note>): Notes {
  const now = { ...(noteAbout(notes, name) ?? { text: '', colour: null }), ...change };
  now.text = now.text.slice(0, MAX_LENGTH);
  const others = Object.entries(notes).filter(([other]) => other !== name);
  if (now.text.trim() || now.colour) others.push([name, now]);
  return Object.fromEntries(others.slice(-MAX_NOTES));
}

/** The note about a player. `hasOwn`, because a player may be called "constructor". */
export const noteAbout = (notes: Notes, name: string): Note | undefined =>
  Object.hasOwn(notes, name) ? notes[name] : undefined;
