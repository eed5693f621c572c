/** One connection to the room for this page.
 *
 * It comes back by itself. What was asked and not answered is asked again with the same id, which the
 * server does only once; what a page was told before is the page's business (`onOpen`).
 *
 * A dead network says nothing. So a connection is given up when the browser says that it is offline,
 * when something asked is not answered for a while, and when nothing at all was heard for long. */

import { signal } from '@preact/signals';
import { Refusal } from './rest';
import type { Ask, DoneMessage, HelloMessage, Message, RefusedMessage } from '../wire';

export type Status = 'off' | 'connecting' | 'open' | 'lost';
type Without<T> = T extends unknown ? Omit<T, 'id'> : never;
export type Asking = Without<Ask>;

interface Pending {
  text: string;
  isAct: boolean;
  /** If the connection is lost before the answer; else it is refused then. */
  again: boolean;
  isSent: boolean;
  /** How long an answer may take before the connection is doubted; longer each time. */
  patience: number;
  doubt: number;
  done(answer: DoneMessage): void;
  refused(why: Refusal): void;
}

const LEAST_WAIT = 250;
const MOST_WAIT = 5000;
/** For an answer at all; for an answer over this connection; and for the first word of a new one. */
const PATIENCE = 30_000;
const DOUBT = 3_000;
const OPENING = 8_000;

interface Early {
  socket: WebSocket;
  heard: MessageEvent[];
}

/** The connection that `boot.js` has opened, and what was heard over it; once. */
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
      // A device that slept may have lost its network unheard.
      else if (this.status.value === 'open') this.probe();
    };
    addEventListener('online', () => {
      // What was begun without a network comes to nothing.
      if (this.status.value === 'lost') this.drop();
      wake();
    });
    addEventListener('offline', () => {
      if (this.status.value !== 'off') this.giveUp();
    });
    document.addEventListener('visibilitychange', wake);
    // A page that goes to sleep in the back-forward cache has lost its socket when it wakes.
    addEventListener('pageshow', wake);
  }

  /** Opened when somebody first needs it. */
  connect(): void {
    clearTimeout(this.timer);
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    if (this.status.value === 'off') this.status.value = 'connecting';
    const { socket, heard } = taken() ?? {
      socket: new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws`),
      heard: [],
    };
    this.socket = socket;
    socket.onmessage = event => {
      if (this.socket === socket) this.hear(JSON.parse(event.data as string) as Message);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
    // After those who are interested have said so.
    for (const event of heard) queueMicrotask(() => socket.onmessage?.(event));
    clearTimeout(this.watchdog);
    this.watchdog = window.setTimeout(() => this.giveUp(), OPENING);
  }

  /** The same again as somebody else. */
  restart(): void {
    if (this.status.value === 'off') return;
    this.wait = LEAST_WAIT;
    this.drop();
    this.status.value = 'connecting';
    this.connect();
  }

  ask(ask: Asking, again = true): Promise<DoneMessage> {
    const id = `${this.name}-${++this.asked}`;
    const text = JSON.stringify({ ...ask, id });
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
    // What is not asked again is looked after by whoever asked.
    if (!pending.again) return;
    clearTimeout(pending.doubt);
    pending.doubt = window.setTimeout(() => this.giveUp(), pending.patience);
    pending.patience *= 2;
  }

  /** Is anybody there? */
  private probe(): void {
    this.ask({ do: 'ping' }).catch(() => undefined);
  }

  listen(listener: (message: Message) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Called now if there is a connection, and whenever there is a new one. */
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
    this.hello.value = hello;
    this.wait = LEAST_WAIT;
    this.status.value = 'open';
    this.alive();
    // First what the page looks at, so that answers find the page as it should be.
    for (const opener of [...this.openers]) opener();
    for (const pending of this.pending.values())
      if (pending.again || !pending.isSent) this.send(pending);
  }

  private answered(answer: DoneMessage | RefusedMessage): void {
    const pending = this.pending.get(answer.id);
    if (!pending) return;
    if (answer.type === 'done') pending.done(answer);
    else if (answer.code !== 'BUSY' || !pending.isAct) {
      const { code, words, least, most } = answer;
      const range = least == null || most == null ? null : { least, most };
      pending.refused(new Refusal(code, words, range));
    } else {
      // Nobody should have to press it again.
      setTimeout(() => this.pending.has(answer.id) && this.send(pending), LEAST_WAIT);
      return;
    }
    this.pending.delete(answer.id);
  }

  /** A server that says nothing for longer than its heartbeat is asked whether it is there. */
  private alive(): void {
    clearTimeout(this.watchdog);
    const beat = this.hello.value?.heartbeat ?? 20;
    this.watchdog = window.setTimeout(() => this.probe(), beat * 1000);
  }

  /** Without waiting for the other end, which may never hear of it. */
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
