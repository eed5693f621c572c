/** Keyboard shortcuts that the user has changed. */

/** The chosen key for each default key that was changed. */
export type Keymap = Readonly<Record<string, string>>;

export const keyFor = (map: Keymap, usual: string): string => map[usual] ?? usual;

/** Keys that the page or the browser needs. */
const TAKEN = new Set(['Tab', 'Enter', 'Escape', ' ', 'Shift', 'Control', 'Alt', 'Meta', 'Dead']);

export const mayBeChosen = (pressed: string): boolean =>
  !TAKEN.has(pressed) && (pressed.length === 1 || /^(Arrow\w+|F\d{1,2})$/.test(pressed));

/** Returns the keymap with *chosen* in place of the default key *usual*. If another shortcut has
 * this key, the two are exchanged, so that every shortcut keeps a key. */
export function remapped(
  map: Keymap,
  all: readonly string[],
  usual: string,
  pressed: string,
): Keymap {
  const before = keyFor(map, usual);
  const other = all.find(one => one !== usual && keyFor(map, one) === pressed);
  const next: Record<string, string> = { ...map, [usual]: pressed };
  if (other !== undefined) next[other] = before;
  // Shortcuts that have their default key are not stored.
  return Object.fromEntries(Object.entries(next).filter(([key, chosen]) => key !== chosen));
}

const SIGNS: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};
export const signOf = (key: string): string => SIGNS[key] ?? key.toUpperCase();
