/** Keys. What a page listens to is listed here, so that `?` can show all of it. */

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { keyFor } from './keymap';
import { settings } from '../settings';

export interface Key {
  /** As the browser names it: "f", "Enter", "ArrowUp", "?". Letters are lower case. Another may have
   * been chosen for it: `keymap`. */
  key: string;
  /** What it does: the list has words for it (`panel/text`). */
  text: string;
  /** Whether it does anything now. */
  when?: () => boolean;
  does(): void;
}

export const keys = signal<Key[]>([]);

/** While something is typed, or a dialog is open, letters are letters. */
function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  if (!target?.closest) return false;
  return !!target.closest('input:not([type=range]):not([type=checkbox]), textarea, select');
}

/** Pressed on a button or link, these two are for it. */
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

/** The keys of whatever is shown, for as long as it is. */
export function useKeys(mine: Key[], on: unknown[]): void {
  useEffect(() => {
    keys.value = [...keys.peek(), ...mine];
    return () => {
      keys.value = keys.peek().filter(key => !mine.includes(key));
    };
  }, on);
}
