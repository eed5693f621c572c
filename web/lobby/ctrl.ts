/** What the lobby knows, and what one can do there. */

import { computed, signal } from '@preact/signals';
import { announce } from '../lib/parts/announce';
import type { NewTable, Opened } from '../lib/api';
import { beSomebody, me, refreshMe } from '../lib/net/me';
import { del, post, wordsOf } from '../lib/net/rest';
import { go } from '../lib/frame/router';
import { socket } from '../lib/net/socket';
import { EVERYTHING, fits, inOrder, sorted, type Column, type Filter } from './filter';
import { follow } from './socket';
import { pathOf, type Table } from './table';
import { t } from './text';

/** Big blinds. */
const GOOD_STACK = 100;

export class LobbyCtrl {
  /** null: not told yet. */
  readonly tables = signal<Table[] | null>(null);
  /** Why there is no list. */
  readonly failure = signal('');
  readonly filter = signal<Filter>(EVERYTHING);
  readonly column = signal<Column>('lively');
  readonly isTurned = signal(false);
  /** The stakes that a side is being looked for at; 0 for any; null for not at all. */
  readonly seeking = signal<number | null>(null);
  /** The order that is kept while somebody points at the list. */
  private readonly held = signal<string[] | null>(null);

  readonly shown = computed(() => {
    const found = (this.tables.value ?? []).filter(table => fits(table, this.filter.value));
    const held = this.held.value;
    return held ? inOrder(found, held) : sorted(found, this.column.value, this.isTurned.value);
  });

  open(): () => void {
    if (me.peek()) void refreshMe().catch(() => undefined);
    return follow(
      tables => {
        this.tables.value = tables;
        this.failure.value = '';
      },
      error => {
        this.failure.value = wordsOf(error);
      },
    );
  }

  /** There is no table that one could pay for. */
  get isBroke(): boolean {
    const tables = this.tables.peek() ?? [];
    const chips = me.peek()?.chips ?? Infinity;
    return tables.length > 0 && tables.every(table => table.least_buy_in > chips);
  }

  hold(isHeld: boolean): void {
    this.held.value = isHeld ? this.shown.peek().map(table => table.id) : null;
  }

  narrow(change: Partial<Filter>): void {
    this.filter.value = { ...this.filter.value, ...change };
    this.hold(false);
    announce(t('found', { n: this.shown.value.length }));
  }

  /** Click a column: by it; click it again: the other way round. */
  sortBy(column: Column): void {
    this.isTurned.value = this.column.value === column && !this.isTurned.value;
    this.column.value = column;
    this.hold(false);
  }

  /** A side at once, at any stakes or at these. */
  async playNow(big = 0): Promise<void> {
    if (this.seeking.value !== null) return;
    this.seeking.value = big;
    announce(t('seeking'));
    try {
      await beSomebody();
      // Not a second time by itself: it names no table that could tell the two apart.
      const done = await socket.ask({ do: 'play_now', ...(big ? { big } : {}) }, false);
      if (done.masa) go(pathOf(done.masa));
    } finally {
      this.seeking.value = null;
    }
  }

  async openTable(wish: NewTable): Promise<Opened> {
    await beSomebody();
    const opened = await post<Opened>('tables', wish);
    void refreshMe().catch(() => undefined);
    return opened;
  }

  /** One's own, when nobody sits there any more. */
  async closeTable(masa: string): Promise<void> {
    await del(`tables/${masa}`);
    announce(t('closed'));
    await refreshMe();
  }

  /** At one's own table, with an ordinary stack; who cannot pay for one looks on. */
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
