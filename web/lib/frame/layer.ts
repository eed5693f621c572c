/** The stack of layers: the page and the dialogs open over it. A modal dialog makes everything
 * below it inert, and a screen reader ignores live regions there. So each layer has its own live
 * regions, and announcements go to the topmost layer. */

import { signal } from '@preact/signals';

export interface Spoken {
  id: number;
  text: string;
  at: number;
}

export class Layer {
  readonly polite = signal<Spoken[]>([]);
  readonly urgent = signal<Spoken | null>(null);
}

/** Number of lines that stay in a live region, so that a quick sequence of acts is read in full. */
const MAX_LINES = 8;
/** A layer that closes within this time after an announcement, in milliseconds, repeats it in the
 * layer below, because the screen reader did not have time to read it. */
const UNREAD = 300;

export const page = new Layer();
const layers = signal([page]);
let number = 0;

const last = (all: Layer[]): Layer => all[all.length - 1]!;
const speaking = (): Layer => last(layers.peek());

export const top = (): Layer => last(layers.value);

/** Announces something politely: the screen reader finishes its sentence first. */
export function announce(text: string): void {
  if (!text) return;
  const { polite } = speaking();
  polite.value = [...polite.peek().slice(1 - MAX_LINES), { id: ++number, text, at: Date.now() }];
}

/** Announces something urgent, such as the player's turn, at once. */
export function interrupt(text: string): void {
  speaking().urgent.value = { id: ++number, text, at: Date.now() };
}

export function pushLayer(layer: Layer): void {
  layers.value = [...layers.peek(), layer];
}

/** Removes a closed dialog's layer. Its newest announcements are repeated in the layer that is on
 * top now. */
export function popLayer(layer: Layer): void {
  layers.value = layers.peek().filter(other => other !== layer);
  const isFresh = (said: Spoken) => Date.now() - said.at < UNREAD;
  for (const said of layer.polite.peek()) if (isFresh(said)) announce(said.text);
  const urgent = layer.urgent.peek();
  if (urgent && isFresh(urgent)) interrupt(urgent.text);
}
