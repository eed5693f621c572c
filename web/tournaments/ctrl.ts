/** The state and the actions of the list of tournaments. */

import { computed, signal } from '@preact/signals';
import { announce } from '../lib/parts/announce';
import type { NewTournament, Opened } from '../lib/api';
import { ensureAccount, refreshMe } from '../lib/net/me';
import { get, post, errorText } from '../lib/net/rest';
import { go, path } from '../lib/frame/router';
import { socket } from '../lib/net/socket';
import { trying } from '../lib/parts/toast';
import { EVERYTHING, fits, sorted, type Event, type Filter } from './filter';
import { subscribe } from './socket';
import { t } from './text';

export class TournamentsCtrl {
  /** Null while the list is loading. */
  readonly events = signal<Event[] | null>(null);
  /** Finished tournaments. Null until they are requested. */
  readonly past = signal<Event[] | null>(null);
  readonly failure = signal('');
  readonly filter = signal<Filter>({ ...EVERYTHING, when: 'open' });
  /** Id of the tournament for which the registration is running. */
  readonly entering = signal<string | null>(null);

  readonly listed = computed(() =>
    this.filter.value.when === 'over' ? this.past.value : this.events.value,
  );
  readonly shown = computed(() =>
    sorted((this.listed.value ?? []).filter(event => fits(event, this.filter.value))),
  );

  open(): () => void {
    return subscribe(
      events => {
        this.events.value = events;
        this.failure.value = '';
      },
      error => {
        this.failure.value = errorText(error);
      },
    );
  }

  narrow(change: Partial<Filter>): void {
    this.filter.value = { ...this.filter.value, ...change };
    if (change.when === 'over') void trying(this.fetchPast());
    else announce(t('found', { n: this.shown.value.length }));
  }

  private async fetchPast(): Promise<void> {
    this.past.value = await get<Event[]>('tournaments?over=true');
    announce(t('found', { n: this.shown.value.length }));
  }

  /** Registers and goes to the page of the tournament. */
  async register(event: Event): Promise<void> {
    if (this.entering.value) return;
    this.entering.value = event.id;
    try {
      await ensureAccount();
      await socket.ask({ do: 'register', tournament: event.id });
      announce(t('registered'));
      void refreshMe().catch(() => undefined);
      // The last entrant is already on the way to the table.
      if (path.peek() === '/tournaments') go(`/tournament/${event.id}`);
    } finally {
      this.entering.value = null;
    }
  }

  async hold(request: NewTournament): Promise<Opened> {
    await ensureAccount();
    return post<Opened>('tournaments', request);
  }
}
