/** Keyboard shortcuts for several tables. One of them receives the keys, and is marked. */

import { computed, effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Ctrl } from '../masa/ctrl';
import { useTableKeys } from '../masa/keys';
import { activeOf, waitingOrder } from './active';

/** Milliseconds for which a newly active table ignores keys, because they may be meant for the
 * previous one. */
const GUARD = 400;

export class TileKeys {
  private readonly tables = signal<ReadonlyMap<string, Ctrl>>(new Map());
  private readonly focused = signal<string | null>(null);
  private waiting: string[] = [];
  private readonly next = computed(() => {
    const asked = [...this.tables.value].filter(([, { turn }]) => turn.value && !turn.value.isSent);
    this.waiting = waitingOrder(
      this.waiting,
      asked.map(([masa]) => masa),
    );
    return activeOf(this.waiting, this.focused.value);
  });
  /** The table that receives the keys now. */
  readonly heard = signal<string | null>(null);

  /** Starts listening, until the returned function is called. */
  listen(): () => void {
    let timer = 0;
    const focus = () => {
      const tile = document.activeElement?.closest<HTMLElement>('[data-tile]');
      this.focused.value = tile?.dataset.tile ?? null;
      // The user chose this table, so no delay is needed.
      if (this.focused.peek() === this.next.peek()) this.heard.value = this.next.peek();
    };
    const off = effect(() => {
      const next = this.next.value;
      clearTimeout(timer);
      if (next === this.heard.peek()) return;
      this.heard.value = null;
      if (next) timer = window.setTimeout(() => (this.heard.value = next), GUARD);
    });
    document.addEventListener('focusin', focus);
    document.addEventListener('focusout', focus);
    return () => {
      clearTimeout(timer);
      off();
      document.removeEventListener('focusin', focus);
      document.removeEventListener('focusout', focus);
    };
  }

  add(ctrl: Ctrl): () => void {
    this.tables.value = new Map(this.tables.peek()).set(ctrl.id, ctrl);
    return () => {
      const rest = new Map(this.tables.peek());
      rest.delete(ctrl.id);
      this.tables.value = rest;
    };
  }

  get active(): Ctrl | null {
    return this.tables.value.get(this.heard.value ?? '') ?? null;
  }
}

export function Keys({ keys }: { keys: TileKeys }) {
  useEffect(() => keys.listen(), [keys]);
  const ctrl = keys.active;
  return ctrl && <Heard key={ctrl.id} ctrl={ctrl} />;
}

function Heard({ ctrl }: { ctrl: Ctrl }): null {
  useTableKeys(ctrl, `[data-tile="${ctrl.id}"]`);
  return null;
}
