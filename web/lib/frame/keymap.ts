/** Which key does what somebody else's does by default. */

/** By the usual key, the one that was chosen instead. */
export type Keymap = Readonly<Record<string, string>>;

export const keyFor = (map: Keymap, usual: string): string => map[usual] ?? usual;

/** Those that a page or a browser needs for itself. */
const TAKEN = new Set(['Tab', 'Enter', 'Escape', ' ', 'Shift', 'Control', 'Alt', 'Meta', 'Dead']);

export const mayBeChosen = (pressed: string): boolean =>
  !TAKEN.has(pressed) && (pressed.length === 1 || /^(Arrow\w+|F\d{1,2})$/.test(pressed));

/** After a key was chosen for what *usual* does. If another had it, the two are exchanged: nothing is
 * ever out of reach. */
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
  // What is as usual need not be kept.
  return Object.fromEntries(Object.entries(next).filter(([key, chosen]) => key !== chosen));
}

const SIGNS: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};
export const signOf = (key: string): string => SIGNS[key] ?? key.toUpperCase();
