/** The WebSocket connection of this page to the room.
 *
 * It reconnects by itself. Requests without a reply are sent again with the same id, and the server
 * executes an id only once. Pages subscribe again on every new connection (`onOpen`).
 *
 * A dead network causes no event. So the client closes a connection when the browser reports that it
 * is offline, when a request gets no reply for some time, and after a long silence. */

import { signal } from '@preact/signals';
import { Refusal } from './rest';
import type { AnyRequest, DoneMessage, HelloMessage, Message, RefusedMessage } from '../wire';

/** `outdated`: the room speaks another version of the messages, and only a reload helps. */
export type Status = 'off' | 'connecting' | 'open' | 'lost' | 'outdated';

/** Major version of the messages that this client speaks. `boot.js` has it, too. */
export const VERSION = 1;

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;
export type NewRequest = WithoutId<AnyRequest>;

interface Pending {
  text: string;
  isAct: boolean;
  /** Whether the request is sent again on a new connection. Otherwise it fails when the connection
   * is lost. */
  again: boolean;
  isSent: boolean;
  /** Milliseconds without a reply after which the connection is tested. It grows with each test. */
  patience: number;
  doubt: number;
  done(answer: DoneMessage): void;
  refused(why: Refusal): void;
}

const LEAST_WAIT = 250;
const MOST_WAIT = 5000;
/** Milliseconds after which a request without a reply fails. */
const PATIENCE = 30_000;
/** Milliseconds without a reply after which the connection is tested. */
const DOUBT = 3_000;
/** Milliseconds within which a new connection must bring its first message. */
const OPENING = 8_000;

interface Early {
  socket: WebSocket;
  heard: MessageEvent[];
}

/** The connection that `boot.js` has opened, with the messages received so far. Only the first call
 * returns it. */
function taken(): Early | null {
  const here = window as { early?: Early };
  const early = here.early;
  delete here.early;
  return early && early.socket.readyState <= WebSocket.OPEN ? early : null;
}

class Socket {
  readonly status = signal<Status>('off');
  readonly hello = signal<HelloMessage | null>(null);
  private socket: WebSocket | null = null;
  private pending = new Map<string, Pending>();
  private listeners = new Set<(message: Message) => void>();
  private openers = new Set<() => void>();
  private wait = LEAST_WAIT;
  private timer = 0;
  private watchdog = 0;
  private asked = 0;
  private readonly name = Math.random().toString(36).slice(2, 10);

  constructor() {
    const wake = () => {
      if (document.visibilityState !== 'visible') return;
      if (this.status.value === 'lost') this.connect();
      // A device that was asleep may have lost its network without an event.
      else if (this.status.value === 'open') this.probe();
    };
    addEventListener('online', () => {
      // A connection attempt that started without a network cannot succeed.
      if (this.status.value === 'lost') this.drop();
      wake();
    });
    addEventListener('offline', () => {
      if (this.status.value !== 'off' && this.status.value !== 'outdated') this.giveUp();
    });
    document.addEventListener('visibilitychange', wake);
    // A page that was in the back-forward cache has lost its socket when it is shown again.
    addEventListener('pageshow', wake);
  }

  /** Opens the connection. Does nothing if there is one. */
  connect(): void {
    clearTimeout(this.timer);
    if (this.status.value === 'outdated') return;
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    if (this.status.value === 'off') this.status.value = 'connecting';
    const { socket, heard } = taken() ?? {
      socket: new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws?version=${VERSION}`),
      heard: [],
    };
    this.socket = socket;
    socket.onmessage = event => {
      if (this.socket === socket) this.hear(JSON.parse(event.data as string) as Message);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
    // The messages are handled after the pages have registered their listeners.
    for (const event of heard) queueMicrotask(() => socket.onmessage?.(event));
    clearTimeout(this.watchdog);
    this.watchdog = window.setTimeout(() => this.giveUp(), OPENING);
  }

  /** Reconnects with the cookies of another account. */
  restart(): void {
    if (this.status.value === 'off' || this.status.value === 'outdated') return;
    this.wait = LEAST_WAIT;
    this.drop();
    this.status.value = 'connecting';
    this.connect();
  }

  ask(ask: NewRequest, again = true): Promise<DoneMessage> {
    const id = `${this.name}-${++this.asked}`;
    const text = JSON.stringify({ ...ask, id });
    if (this.status.value === 'outdated')
      return Promise.reject(new Refusal('OTHER_VERSION', 'reload the page'));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.pending.delete(id);
        reject(new Refusal('OFFLINE', ''));
      }, PATIENCE);
      const over =
        <T>(act: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          clearTimeout(pending.doubt);
          act(value);
        };
      const pending: Pending = {
        text,
        isAct: ask.do === 'act',
        again,
        isSent: false,
        patience: DOUBT,
        doubt: 0,
        done: over(resolve),
        refused: over(reject),
      };
      this.pending.set(id, pending);
      if (this.status.value === 'open') this.send(pending);
      else this.connect();
    });
  }

  private send(pending: Pending): void {
    this.socket?.send(pending.text);
    pending.isSent = true;
    // Callers handle requests that are not repeated themselves.
    if (!pending.again) return;
    clearTimeout(pending.doubt);
    pending.doubt = window.setTimeout(() => this.giveUp(), pending.patience);
    pending.patience *= 2;
  }

  /** Tests whether the server still answers. */
  private probe(): void {
    this.ask({ do: 'ping' }).catch(() => undefined);
  }

  listen(listener: (message: Message) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Calls *opener* on every new connection, and now if there is one. Returns a function that
   * removes it. */
  onOpen(opener: () => void): () => void {
    this.openers.add(opener);
    if (this.status.value === 'open') opener();
    else this.connect();
    return () => this.openers.delete(opener);
  }

  private hear(message: Message): void {
    this.alive();
    switch (message.type) {
      case 'hello':
        this.open(message);
        break;
      case 'done':
      case 'refused':
        this.answered(message);
        break;
    }
    for (const listener of [...this.listeners]) listener(message);
  }

  private open(hello: HelloMessage): void {
    if (hello.version !== VERSION) {
      this.outdate();
      return;
    }
    this.hello.value = hello;
    this.wait = LEAST_WAIT;
    this.status.value = 'open';
    this.alive();
    // Subscriptions come first, so that replies find the page's state complete.
    for (const opener of [...this.openers]) opener();
    for (const pending of this.pending.values())
      if (pending.again || !pending.isSent) this.send(pending);
  }

  /** Ends the connection for good: this page and the room speak different versions. */
  private outdate(): void {
    this.drop();
    clearTimeout(this.watchdog);
    this.status.value = 'outdated';
    for (const pending of this.pending.values())
      pending.refused(new Refusal('OTHER_VERSION', 'reload the page'));
    this.pending.clear();
  }

  private answered(answer: DoneMessage | RefusedMessage): void {
    const pending = this.pending.get(answer.id);
    if (!pending) return;
    if (answer.type === 'done') pending.done(answer);
    else if (answer.code !== 'BUSY' || !pending.isAct) {
      const { code, message, least, most } = answer;
      const range = least == null || most == null ? null : { least, most };
      pending.refused(new Refusal(code, message, range));
    } else {
      // The request is sent again, so that the user does not have to click again.
      setTimeout(() => this.pending.has(answer.id) && this.send(pending), LEAST_WAIT);
      return;
    }
    this.pending.delete(answer.id);
  }

  /** Called for every message. A server that is silent for longer than its heartbeat is tested. */
  private alive(): void {
    clearTimeout(this.watchdog);
    const beat = this.hello.value?.heartbeat ?? 20;
    this.watchdog = window.setTimeout(() => this.probe(), beat * 1000);
  }

  /** Closes the connection without waiting for the other end, which may never get the close frame. */
  private giveUp(): void {
    this.drop();
    this.lost();
  }

  private drop(): void {
    const old = this.socket;
    this.socket = null;
    old?.close();
  }

  private lost(): void {
    clearTimeout(this.watchdog);
    clearTimeout(this.timer);
    this.socket = null;
    this.status.value = 'lost';
    for (const [id, pending] of this.pending) {
      clearTimeout(pending.doubt);
      if (!pending.again && pending.isSent) {
        this.pending.delete(id);
        pending.refused(new Refusal('OFFLINE', 'connection lost'));
      }
    }
    this.timer = window.setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(MOST_WAIT, this.wait * 1.7);
  }
}

export const socket = new Socket();
