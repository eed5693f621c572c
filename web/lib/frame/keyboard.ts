/** Keyboard shortcuts. Each page registers its keys here, so that `?` can list all of them. */

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { keyFor } from './keymap';
import { settings } from '../settings';

export interface Key {
  /** The default key, named as in `KeyboardEvent.key` ("f", "Enter", "ArrowUp", "?"), letters in
   * lower case. The user can choose another key in its place (`keymap.ts`). */
  key: string;
  /** Catalogue key of the description in the list of keys (`panel/text`). */
  text: string;
  /** Whether the key does anything at the moment. Default: always. */
  when?: () => boolean;
  does(): void;
}

export const keys = signal<Key[]>([]);

/** Shortcuts are off while the user types text or a dialog is open. */
function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  if (!target?.closest) return false;
  return !!target.closest('input:not([type=range]):not([type=checkbox]), textarea, select');
}

/** Enter and space on a button or link activate that control. */
function isForControl(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  return (
    (event.key === 'Enter' || event.key === ' ') && !!target?.closest?.('button, a, summary, input')
  );
}

addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (isTyping(event) || isForControl(event) || document.querySelector('dialog[open]')) return;
  const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const range = (event.target as HTMLElement | null)?.closest?.('input[type=range]');
  if (range && pressed.startsWith('Arrow')) return;
  const map = settings.keys.value;
  const found = keys.value.find(key => keyFor(map, key.key) === pressed && (key.when?.() ?? true));
  if (!found) return;
  event.preventDefault();
  found.does();
});

/** Registers the page's keys while the component is mounted. */
export function useKeys(mine: Key[], on: unknown[]): void {
  useEffect(() => {
    keys.value = [...keys.peek(), ...mine];
    return () => {
      keys.value = keys.peek().filter(key => !mine.includes(key));
    };
  }, on);
}
