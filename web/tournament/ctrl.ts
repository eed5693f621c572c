/** The state and the actions of a tournament page. */

import { computed, signal } from '@preact/signals';
import { announce } from '../lib/parts/announce';
import type { EntrantData as Result, HandData, OrderLine, TournamentHand } from '../lib/api';
import { withKey, withQuery } from '../lib/net/key';
import { ensureAccount, me, refreshMe } from '../lib/net/me';
import { get, Refusal, errorText } from '../lib/net/rest';
import { go, path } from '../lib/frame/router';
import { socket, type NewRequest } from '../lib/net/socket';
import { trying } from '../lib/parts/toast';
import type { DirectRequest, DoneMessage, EntrantData } from '../lib/wire';
import type { TournamentState } from './fold';
import { subscribe } from './subscription';
import { linesOf, type Line } from './events';
import { t } from './text';
import { tablePath } from './next_table';

type RequestHere = NewRequest extends infer A
  ? A extends { tournament: string }
    ? Omit<A, 'tournament'>
    : never
  : never;

const LINES = 100;

export class TournamentCtrl {
  readonly state = signal<TournamentState | null>(null);
  readonly failure = signal('');
  readonly lines = signal<{ id: number; line: Line }[]>([]);
  /** All entrants, if there are more than the messages contain. Null until fetched. */
  readonly all = signal<EntrantData[] | null>(null);
  readonly isBusy = signal(false);
  private said = 0;

  readonly isOver = computed(() => {
    const status = this.state.value?.tournament.status;
    return status === 'ended' || status === 'cancelled';
  });
  readonly mine = computed(() => {
    const { standings, you } = this.state.value ?? {};
    return standings?.find(({ player }) => player === you?.player) ?? null;
  });

  constructor(
    readonly id: string,
    readonly key: string,
  ) {}

  open(): () => void {
    const here = path.peek();
    return subscribe(this.id, this.key, {
      state: now => {
        // While the user is taken to a table, this page stays as it is.
        if (path.peek() !== here) return;
        this.state.value = now;
        this.failure.value = '';
      },
      onEvents: (events, now) => {
        for (const event of events) {
          for (const { line, isSpoken } of linesOf(event)) {
            this.lines.value = [{ id: ++this.said, line }, ...this.lines.peek().slice(0, LINES)];
            if (isSpoken) announce(line());
          }
          if (event.event === 'finished') void this.fetchAll();
        }
        if (this.all.peek() && now.tournament.status !== 'registering') this.all.value = null;
      },
      onError: error => {
        this.failure.value =
          error instanceof Refusal && error.code === 'NOT_FOUND' ? t('missing') : errorText(error);
      },
    });
  }

  /** The path of a table for spectators, and with *name* for following that player. */
  tablePath(masa: string, name: string | null = null): string {
    return tablePath(masa, this.key, name);
  }

  /** Fetches a part of the tournament over HTTP. */
  private below<T>(path: string): Promise<T> {
    return get(withQuery(`tournaments/${this.id}/${path}`, this.key));
  }

  ask(ask: RequestHere): Promise<DoneMessage> {
    return socket.ask({ ...ask, tournament: this.id } as NewRequest);
  }

  /** Sends a request and shows the reason if it is refused. */
  send(ask: RequestHere): Promise<DoneMessage | undefined> {
    return trying(this.ask(ask));
  }

  async register(): Promise<void> {
    this.isBusy.value = true;
    try {
      await ensureAccount();
      await this.ask({ do: 'register', key: this.key });
      announce(t('registered'));
      void refreshMe().catch(() => undefined);
    } finally {
      this.isBusy.value = false;
    }
  }

  /** Leaves a league after the running game. */
  async leaveLeague(): Promise<void> {
    await this.ask({ do: 'unregister' });
    announce(t('you_leave_league'));
  }

  /** Leaves a tournament that was stopped by its directors, with the value of the stack. */
  async leave(): Promise<void> {
    await this.ask({ do: 'unregister' });
    void refreshMe().catch(() => undefined);
  }

  async unregister(): Promise<void> {
    await this.ask({ do: 'unregister' });
    announce(t('unregistered'));
    void refreshMe().catch(() => undefined);
  }

  direct(
    command: DirectRequest['command'],
    name: string | null = null,
    number: number | null = null,
    reason = '',
  ): Promise<DoneMessage | undefined> {
    return this.send({ do: 'direct', command, name, number, reason });
  }

  async fetchAll(): Promise<void> {
    this.all.value = (await this.below<Result[]>('results?limit=1000')) as EntrantData[];
  }

  hands(before: string | null): Promise<TournamentHand[]> {
    return this.below(before === null ? 'hands' : `hands?before=${before}`);
  }

  hand(id: string): Promise<HandData> {
    return get(withQuery(`hands/${id}`, this.key));
  }

  orders(): Promise<OrderLine[]> {
    return this.below('orders');
  }

  /** Goes to the next tournament of this kind, if there is one. */
  toNext(): void {
    const next = this.state.peek()?.next;
    go(next ? withKey(`/tournament/${next}`, this.key) : '/tournaments');
  }

  get isMe(): (name: string) => boolean {
    const name = me.value?.name;
    return other => other === name;
  }
}
