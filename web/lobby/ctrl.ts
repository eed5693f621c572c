/** The state and the actions of the lobby. */

import { computed, signal } from '@preact/signals';
import { announce } from '../lib/parts/announce';
import type { NewTable, Opened } from '../lib/api';
import { ensureAccount, me, refreshMe } from '../lib/net/me';
import { del, post, errorText } from '../lib/net/rest';
import { go } from '../lib/frame/router';
import { socket } from '../lib/net/socket';
import { EVERYTHING, fits, inOrder, sorted, type Column, type Filter } from './filter';
import { subscribe } from './socket';
import { pathOf, type Table } from './table';
import { t } from './text';

/** Usual buy-in, in big blinds. */
const GOOD_STACK = 100;

export class LobbyCtrl {
  /** Null while the list is loading. */
  readonly tables = signal<Table[] | null>(null);
  /** Why the list could not be loaded. Empty if there is no error. */
  readonly failure = signal('');
  readonly filter = signal<Filter>(EVERYTHING);
  readonly column = signal<Column>('lively');
  readonly isTurned = signal(false);
  /** The big blind for which the server is looking for a seat. 0 for any stakes, null if there is
   * no search. */
  readonly seeking = signal<number | null>(null);
  /** Table ids in the order that is kept while the pointer is over the list. */
  private readonly order = signal<string[] | null>(null);

  readonly shown = computed(() => {
    const found = (this.tables.value ?? []).filter(table => fits(table, this.filter.value));
    const order = this.order.value;
    return order ? inOrder(found, order) : sorted(found, this.column.value, this.isTurned.value);
  });

  open(): () => void {
    if (me.peek()) void refreshMe().catch(() => undefined);
    return subscribe(
      tables => {
        this.tables.value = tables;
        this.failure.value = '';
      },
      error => {
        this.failure.value = errorText(error);
      },
    );
  }

  /** Whether the user has too few chips for every table. */
  get isBroke(): boolean {
    const tables = this.tables.peek() ?? [];
    const chips = me.peek()?.chips ?? Infinity;
    return tables.length > 0 && tables.every(table => table.least_buy_in > chips);
  }

  freeze(isFrozen: boolean): void {
    this.order.value = isFrozen ? this.shown.peek().map(table => table.id) : null;
  }

  narrow(change: Partial<Filter>): void {
    this.filter.value = { ...this.filter.value, ...change };
    this.freeze(false);
    announce(t('found', { n: this.shown.value.length }));
  }

  /** Sorts by a column. A second click reverses the order. */
  sortBy(column: Column): void {
    this.isTurned.value = this.column.value === column && !this.isTurned.value;
    this.column.value = column;
    this.freeze(false);
  }

  /** Takes a seat at a table that the server chooses, at any stakes or with this big blind. */
  async playNow(big = 0): Promise<void> {
    if (this.seeking.value !== null) return;
    this.seeking.value = big;
    announce(t('seeking'));
    try {
      await ensureAccount();
      // The request is not repeated: it names no table, so the server could seat the user twice.
      const done = await socket.ask({ do: 'play_now', ...(big ? { big } : {}) }, false);
      if (done.masa) go(pathOf(done.masa));
    } finally {
      this.seeking.value = null;
    }
  }

  async openTable(request: NewTable): Promise<Opened> {
    await ensureAccount();
    const opened = await post<Opened>('tables', request);
    void refreshMe().catch(() => undefined);
    return opened;
  }

  /** Closes the user's own table, once it is empty. */
  async closeTable(masa: string): Promise<void> {
    await del(`tables/${masa}`);
    announce(t('closed'));
    await refreshMe();
  }

  /** Sits down at the user's own table with the usual buy-in, as far as the chips allow, and goes
   * there. */
  async sitDown(opened: Opened, big: number, mostBuyIn: number): Promise<void> {
    const chips = me.value?.chips ?? 0;
    const stack = Math.min(GOOD_STACK * big, mostBuyIn, chips);
    try {
      await socket.ask({ do: 'sit', masa: opened.id, stack, key: opened.key ?? '' });
    } finally {
      go(pathOf(opened.id, opened.key));
    }
  }
}
