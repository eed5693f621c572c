/** One's hands, a page after the other, and what narrows them. */

import { computed, signal } from '@preact/signals';
import type { HandLine, TableData } from '../lib/api';
import { tableName } from '../lib/i18n';
import { get, wordsOf } from '../lib/rest';
import { asked, EVERY, fromQuery, isOn, toQuery, type Filter } from './filter';
import { t } from './text';

/** How many hands one answer has at most. */
const AT_ONCE = 100;
/** So long after the last letter the room is asked. */
const PAUSE = 350;

export class HandsCtrl {
  readonly filter = signal<Filter>(fromQuery(location.search));
  readonly hands = signal<HandLine[] | null>(null);
  readonly isAll = signal(false);
  readonly isFetching = signal(false);
  readonly failure = signal('');
  readonly isOn = computed(() => isOn(this.filter.value));
  /** Open tables by id, for their names. */
  readonly tables = signal<ReadonlyMap<string, string>>(new Map());
  private timer = 0;
  private asks = 0;

  async fetch(isMore = false): Promise<void> {
    const ask = ++this.asks;
    const listed = isMore ? (this.hands.peek() ?? []) : [];
    const last = listed[listed.length - 1];
    const query = [asked(this.filter.peek()), last && `before=${last.id}`].filter(Boolean);
    this.isFetching.value = true;
    try {
      const found = await get<HandLine[]>(`hands?${query.join('&')}`);
      // Another question has been asked meanwhile.
      if (ask !== this.asks) return;
      this.failure.value = '';
      this.isAll.value = found.length < AT_ONCE;
      this.hands.value = [...listed, ...found];
    } catch (error) {
      if (ask !== this.asks) return;
      this.failure.value = wordsOf(error);
    } finally {
      if (ask === this.asks) this.isFetching.value = false;
    }
  }

  async fetchTables(): Promise<void> {
    const found = await get<TableData[]>('tables');
    this.tables.value = new Map(found.map(({ id, name, host }) => [id, tableName(name, host)]));
  }

  nameOf(masa: string): string {
    return this.tables.value.get(masa) ?? t('table_id', { id: masa });
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

  /** The selection as a file. */
  exportPath(format: string): string {
    return `/api/hands/export?${[asked(this.filter.value), `format=${format}`].filter(Boolean).join('&')}`;
  }
}
