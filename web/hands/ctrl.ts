/** The list of the user's hands: filter and paging. */

import { computed, signal } from '@preact/signals';
import type { HandLine, PlayedAtData } from '../lib/api';
import { get, errorText } from '../lib/net/rest';
import { serverQuery, EVERY, fromQuery, isOn, toQuery, type Filter } from './filter';

/** Limit of the server for one request. */
const AT_ONCE = 100;
/** Milliseconds after the last keystroke before the server is asked. */
const PAUSE = 350;

export class HandsCtrl {
  readonly filter = signal<Filter>(fromQuery(location.search));
  readonly hands = signal<HandLine[] | null>(null);
  readonly isAll = signal(false);
  readonly isFetching = signal(false);
  readonly failure = signal('');
  readonly isOn = computed(() => isOn(this.filter.value));
  /** Tables and tournaments where the user has played, the latest first. */
  readonly places = signal<PlayedAtData[]>([]);
  private timer = 0;
  private asks = 0;

  async fetch(isMore = false): Promise<void> {
    const ask = ++this.asks;
    const listed = isMore ? (this.hands.peek() ?? []) : [];
    const last = listed[listed.length - 1];
    const query = [serverQuery(this.filter.peek()), last && `before=${last.id}`].filter(Boolean);
    this.isFetching.value = true;
    try {
      const found = await get<HandLine[]>(`hands?${query.join('&')}`);
      // The filter has changed since this request.
      if (ask !== this.asks) return;
      this.failure.value = '';
      this.isAll.value = found.length < AT_ONCE;
      this.hands.value = [...listed, ...found];
    } catch (error) {
      if (ask !== this.asks) return;
      this.failure.value = errorText(error);
    } finally {
      if (ask === this.asks) this.isFetching.value = false;
    }
  }

  async fetchPlaces(): Promise<void> {
    this.places.value = await get<PlayedAtData[]>('hands/tables');
  }

  set(changes: Partial<Filter>, isTyped = false): void {
    this.filter.value = { ...this.filter.peek(), ...changes };
    const query = toQuery(this.filter.peek());
    history.replaceState(null, '', query ? `?${query}` : location.pathname);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.fetch(), isTyped ? PAUSE : 0);
  }

  clear(): void {
    this.set({ ...EVERY, source: this.filter.peek().source });
  }

  /** Path of the export of the filtered hands. */
  exportPath(format: string): string {
    return `/api/hands/export?${[serverQuery(this.filter.value), `format=${format}`].filter(Boolean).join('&')}`;
  }
}
