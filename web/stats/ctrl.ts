/** The user's statistics. Requests are repeated until the server has counted every hand. */

import { signal } from '@preact/signals';
import { get, Refusal } from '../lib/net/rest';

/** Milliseconds between two requests. */
const AGAIN = 400;
/** Milliseconds before a request to a busy server is repeated. */
const LATER = 3000;

export class StatsCtrl<T extends { pending: number }> {
  readonly stats = signal<T | null>(null);
  readonly failure = signal<Refusal | null>(null);
  private timer = 0;
  private asks = 0;

  constructor(private path: string) {}

  async fetch(path = this.path): Promise<void> {
    clearTimeout(this.timer);
    if (path !== this.path) this.stats.value = null;
    this.path = path;
    const ask = ++this.asks;
    try {
      const found = await get<T>(path);
      if (ask !== this.asks) return;
      this.failure.value = null;
      this.stats.value = found;
      if (found.pending) this.timer = window.setTimeout(() => void this.fetch(), AGAIN);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (ask !== this.asks) return;
      const isBusy = error.code === 'QUEUE_FULL' || error.code === 'BUSY';
      if (isBusy) this.timer = window.setTimeout(() => void this.fetch(), LATER);
      else this.failure.value = error;
    }
  }

  leave(): void {
    this.asks++;
    clearTimeout(this.timer);
  }
}
