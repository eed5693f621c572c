/** What lies on top: the page, or the dialog open over it. Everything below a dialog is inert, so that
 * a screen reader hears nothing of it: each layer has a voice of its own, and the topmost speaks. */

import { signal } from '@preact/signals';

export interface Said {
  id: number;
  text: string;
  at: number;
}

export class Layer {
  readonly polite = signal<Said[]>([]);
  readonly urgent = signal<Said | null>(null);
}

/** Lines stay a while, so that a quick sequence of acts is heard in full. */
const LINES = 8;
/** What was said so shortly before a dialog closed was not heard; in milliseconds. */
const UNHEARD = 300;

export const page = new Layer();
const layers = signal([page]);
let number = 0;

const last = (all: Layer[]): Layer => all[all.length - 1]!;
const speaking = (): Layer => last(layers.peek());

export const top = (): Layer => last(layers.value);

/** What happens. */
export function announce(text: string): void {
  if (!text) return;
  const { polite } = speaking();
  polite.value = [...polite.peek().slice(1 - LINES), { id: ++number, text, at: Date.now() }];
}

/** What cannot wait: one's turn. */
export function interrupt(text: string): void {
  speaking().urgent.value = { id: ++number, text, at: Date.now() };
}

export function raise(layer: Layer): void {
  layers.value = [...layers.peek(), layer];
}

/** Whatever closes a dialog and says so is heard where one is then. */
export function lower(layer: Layer): void {
  layers.value = layers.peek().filter(other => other !== layer);
  const isFresh = (said: Said) => Date.now() - said.at < UNHEARD;
  for (const said of layer.polite.peek()) if (isFresh(said)) announce(said.text);
  const urgent = layer.urgent.peek();
  if (urgent && isFresh(urgent)) interrupt(urgent.text);
}
