/** The state of a table page. `socket.ts` passes messages in, `view/` draws the state, and the
 * user's actions are sent from here. */

import { computed, signal } from '@preact/signals';
import { announce, interrupt } from '../lib/parts/announce';
import { ensureAccount, me, refreshMe } from '../lib/net/me';
import { Refusal, errorText } from '../lib/net/rest';
import { tableName } from '../lib/i18n';
import { settings, showsSizes } from '../lib/settings';
import { play as sound } from '../lib/sound';
import { socket, type NewRequest } from '../lib/net/socket';
import { toast, trying } from '../lib/parts/toast';
import type { DoneMessage } from '../lib/wire';
import type { ActMessage, ChatMessage, PreselectRequest, RoomData, ViewData } from '../lib/wire';
import { amount, readAmount, type Fault } from './amount';
import { kindOf, standing, type Line } from './dealer_lines';
import {
  actFor,
  amountOf,
  clamp,
  partOfPot,
  presets,
  sizes,
  snapped,
  stepOf,
  type Sizes,
} from './sizing';
import { changesSince } from './tournament_changes';
import { Animator } from './animator';
import { keepLines, keptLines } from './kept_lines';
import { t } from './text';
import { waitReason } from './wait_reason';

export interface Turn extends ActMessage {
  /** Whether the act was sent and not answered yet. */
  isSent: boolean;
  /** Buttons ignore clicks before this time of `performance.now()`, because their labels have just
   * changed. */
  armed: number;
}

export interface Clock {
  sides: number[];
  until: number;
  total: number;
  bank: boolean;
}

export type Panel =
  | 'chat'
  | 'hands'
  | 'rules'
  | 'keys'
  | 'settings'
  | 'host'
  | 'sheet'
  | 'sizes'
  | 'people'
  | 'menu'
  | 'top_up'
  | { sit: number | null };

/** A line of the dealer, with its kind for the style: start of a hand, new round, act, pot won. */
export interface DealerLine {
  id: number;
  line: Line;
  kind: string;
  /** Id of the hand, on the line that names the winners. Otherwise empty. */
  hand: string;
}

/** A request of another player that the user may grant as a host. */
export interface HostRequest {
  name: string;
  text: string;
  answer(value: boolean): void;
}

type Choice = PreselectRequest['choice'];
type RequestHere = NewRequest extends infer A
  ? A extends { masa: string }
    ? Omit<A, 'masa'>
    : never
  : never;

/** Milliseconds during which buttons that appear or change ignore clicks, because the user may have
 * aimed at something else. */
const GUARD = 250;
const GUARD_PRICE = 900;
const LINES = 200;

export class Ctrl {
  readonly state = signal<'loading' | 'here' | 'missing' | 'closed' | 'kicked'>('loading');
  readonly room = signal<RoomData | null>(null);
  /** Arrival of the last room message, on the clock of `performance.now()`. A tournament's clock
   * runs on from there. */
  readonly roomAt = signal(0);
  /** The tournament to which this table belongs. */
  readonly event = computed(() => this.room.value?.tournament ?? null);
  readonly turn = signal<Turn | null>(null);
  readonly clock = signal<Clock | null>(null);
  readonly chat = signal<ChatMessage[]>([]);
  readonly unread = signal(0);
  readonly muted = signal<ReadonlySet<string>>(new Set());
  readonly lines = signal<DealerLine[]>([]);
  readonly panel = signal<Panel | null>(null);
  readonly raise = signal(0);
  /** Whether the bet sizes are open, where they are not always shown. */
  readonly isRaising = signal(false);
  /** What is wrong with the typed amount. A raise is blocked until it is corrected. */
  readonly fault = signal<Fault | null>(null);
  readonly isWaiting = signal(false);
  /** Whether the host has been asked for a buy-in and has not answered yet. */
  readonly isAsking = signal(false);
  readonly isBusy = signal(false);
  private lastId = 0;
  /** Token of the turn that was answered, until the server confirms it. */
  private answered = '';
  private chosen: { choice: Choice; price: number } | null = null;

  readonly animator = new Animator(
    (line, event) => this.say(line, kindOf(event), 'id' in event ? event.id : ''),
    () => this.resync(),
    () => this.room.peek()?.street ?? 0,
    () => !!this.event.peek(),
  );
  /** Requests the whole view from the server. `socket.ts` sets it. */
  resync: () => void = () => undefined;

  readonly scene = this.animator.scene;
  readonly view = computed(() => this.scene.value?.view ?? null);
  readonly you = computed(() => this.view.value?.you ?? null);
  readonly seat = computed(
    () => this.view.value?.seats.find(seat => seat.side === this.you.value) ?? null,
  );
  /** The user as a player of the running hand. */
  readonly player = computed(
    () => this.view.value?.game?.players.find(player => player.side === this.you.value) ?? null,
  );
  /** Why the next hand does not start. Null if it is about to start. */
  readonly waitText = computed(() => {
    const view = this.view.value;
    return view && waitReason(view, this.room.value?.paused ?? false, this.event.value);
  });
  /** The user's place in the tournament, by chips. */
  readonly place = computed(
    () => this.event.value?.places.find(({ side }) => side === this.you.value)?.place ?? null,
  );
  /** Whether the last hand has been shown long enough and no other follows. It is then drawn
   * faintly. */
  readonly isPast = signal(false);
  readonly isHost = computed(() => !!me.value && this.room.value?.host === me.value.name);
  /** Whether the user is the host or a co-host. */
  readonly manages = computed(
    () => this.isHost.value || !!this.room.value?.co_hosts.includes(me.value?.name ?? ''),
  );
  /** The account's name, also before the account is loaded. */
  get ownName(): string | null {
    return socket.hello.value?.name ?? null;
  }
  /** Path of the table, with its key. The key in the address may be out of date. */
  get link(): string {
    const key = me.value?.hosted.find(table => table.masa === this.id)?.key ?? this.key;
    return `/masa/${this.id}${key ? `#${key}` : ''}`;
  }
  /** Whether the table still waits for its first players, and the user invites them. Others first
   * take a seat themselves. */
  readonly isInviting = computed(() => {
    const view = this.view.value;
    if (!view || view.game || this.event.value || view.seats.length > 1) return false;
    return view.you !== null || this.manages.value;
  });
  /** The side that is kept for the user, who sits down after this hand. */
  readonly reserved = computed(
    () => this.room.value?.reserved.find(({ name }) => name === this.ownName)?.side ?? null,
  );
  /** What others ask the user as a host, the oldest first. */
  readonly requests = computed<HostRequest[]>(() => {
    const room = this.room.value;
    if (!room || !this.manages.value) return [];
    const buyIns = room.buy_in_requests
      .filter(({ name }) => name !== me.value?.name)
      .map(({ name, amount, top_up }) => ({
        name,
        text: t(top_up ? 'asks_more' : 'asks_for', { name, amount: this.chips(amount) }),
        answer: (value: boolean) => void this.send({ do: 'approve_buy_in', name, amount, value }),
      }));
    const seats = (room.buy_ins ? [] : room.seat_requests).map(name => ({
      name,
      text: t('asks_seat', { name }),
      answer: (value: boolean) => void this.send({ do: 'approve', name, value }),
    }));
    return [...buyIns, ...seats];
  });
  readonly big = computed(() => this.view.value?.blinds.big ?? 1);
  readonly sizes = computed<Sizes | null>(() => {
    const [turn, player] = [this.turn.value, this.player.value];
    return turn && player && !turn.run_twice ? sizes(turn, player.stack, player.wager) : null;
  });
  /** The price of a call now, or when the turn comes, in chips. */
  readonly toCall = computed(() => {
    const [game, player] = [this.view.value?.game, this.player.value];
    if (!game || !player) return 0;
    return Math.min(player.stack, Math.max(0, game.price - player.wager));
  });

  constructor(
    readonly id: string,
    readonly key: string,
    /** Whether this is one of several tables, with little room for each. */
    readonly isSmall = false,
  ) {}

  /** Whether bet sizes are shown without a press on "Raise…". */
  get showsSizes(): boolean {
    return !this.isSmall && showsSizes();
  }

  /** Name of the table. */
  get name(): string {
    const room = this.room.value;
    return room ? tableName(room.name, room.host) : t('table');
  }

  chips = (value: number): string => amount(value, this.big.value);

  private newPrice(toCall: number): string {
    return t('price_changed', { amount: this.chips(toCall) });
  }

  ask(ask: RequestHere): Promise<DoneMessage> {
    return socket.ask({ ...ask, masa: this.id } as NewRequest);
  }

  /** Sends a request and shows the reason if it is refused. */
  send(ask: RequestHere): Promise<DoneMessage | undefined> {
    return trying(this.ask(ask));
  }

  async sit(side: number | null, stack: number, posts: boolean): Promise<void> {
    this.isBusy.value = true;
    try {
      await ensureAccount();
      const done = await this.ask({ do: 'sit', side, stack, posts, key: this.key });
      this.panel.value = null;
      this.isWaiting.value = !!done.waiting;
      if (done.waiting) announce(t('waiting_for_side'));
      void refreshMe();
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'APPROVAL_REQUESTED') throw error;
      this.panel.value = null;
      this.isAsking.value = true;
      // The page says so in the place of the buttons.
      announce(error.text);
    } finally {
      this.isBusy.value = false;
    }
  }

  async leave(): Promise<void> {
    if (this.you.value !== null) await this.send({ do: 'leave' });
  }

  async act(act: string): Promise<void> {
    const turn = this.turn.peek();
    if (!turn || turn.isSent) return;
    if (performance.now() < turn.armed) {
      interrupt(this.newPrice(turn.to_call));
      return;
    }
    if (!turn.acts.includes(act) && !act.startsWith('RR')) return;
    await this.answer(turn, { do: 'act', act, turn: turn.turn });
  }

  /** Sends the answer to a turn once, even if it takes several connections. */
  private async answer(turn: Turn, ask: RequestHere): Promise<void> {
    this.turn.value = { ...turn, isSent: true };
    this.answered = turn.turn;
    let hadToWait = false;
    const off = socket.status.subscribe(status => {
      if (status !== 'lost' || hadToWait) return;
      hadToWait = true;
      toast(t('act_waits'));
    });
    try {
      await this.ask(ask);
      if (this.turn.peek()?.turn === turn.turn) this.turn.value = null;
      if (hadToWait) toast(t('act_done'));
    } catch (error) {
      const isLate = error instanceof Refusal && /^(STALE_TURN|NOT_OFFERED)$/.test(error.code);
      const now = this.turn.peek();
      const isOpen = now?.turn === turn.turn;
      // An answer that crosses the event which settles the question needs no words.
      if (!isLate || hadToWait) toast(isLate ? t('act_late') : errorText(error), true);
      if (isOpen) this.turn.value = isLate ? null : { ...now, isSent: false };
    } finally {
      off();
      if (this.answered === turn.turn) this.answered = '';
    }
  }

  async answerTwice(agrees: boolean): Promise<void> {
    const turn = this.turn.peek();
    if (turn && !turn.isSent) await this.answer(turn, { do: 'run_twice', agrees });
  }

  /** Chooses an act before the turn. A chosen call is valid only for the current price. */
  preselect(choice: Choice): void {
    const price = this.view.peek()?.game?.price ?? 0;
    this.chosen = { choice, price };
    const ask = { do: 'preselect', choice, ...(choice === 'call' ? { price } : {}) } as const;
    this.ask(ask).catch(error => {
      const isLate = error instanceof Refusal && error.code === 'STALE_TURN';
      toast(isLate ? this.newPrice(this.toCall.peek()) : errorText(error), !isLate);
    });
  }

  /** The acts that can be chosen before the turn. */
  choices(): NonNullable<Choice>[] {
    return this.toCall.value ? ['fold', 'call'] : ['check or fold', 'check'];
  }

  /** Bets or raises to the chosen amount. Where the bet sizes are not shown, opens them first. */
  raiseNow(): void {
    const range = this.sizes.peek();
    if (range && !range.isFixed && !this.isRaising.peek() && !this.showsSizes) {
      this.isRaising.value = true;
      return;
    }
    const fault = this.fault.peek();
    if (fault) interrupt(t(fault.key, fault.values));
    else if (range) void this.act(actFor(range.isFixed ? range.most : this.raise.peek(), range));
  }

  /** The user's wager in this round, in chips. */
  private get wager(): number {
    return this.player.peek()?.wager ?? 0;
  }

  /** The user's bet sizes for this round, without the minimum and all in. */
  private ownSizes(): readonly string[] {
    const { preflop, later } = settings.sizes.value;
    return this.view.peek()?.game?.round === 'P' ? preflop : later;
  }

  /** The bet sizes that are possible now, for the buttons. */
  presets(turn: Turn, range: Sizes): [name: string, amount: number][] {
    return presets(turn, range, this.wager, this.big.peek(), this.ownSizes());
  }

  /** The amount of the bet size with this number, even if it has no button now. 0 is the minimum,
   * the last is all in. Null if that raise is not allowed. */
  sizeAt(index: number): number | null {
    const [turn, range] = [this.turn.peek(), this.sizes.peek()];
    if (!turn || !range) return null;
    const ownSizes = this.ownSizes();
    if (index === 0) return range.least;
    if (index > ownSizes.length) return range.isAllIn ? range.most : null;
    const to = amountOf(ownSizes[index - 1]!, turn, this.wager, this.big.peek());
    return to !== null && to >= range.least && to <= range.most ? to : null;
  }

  setRaise(to: number): void {
    const range = this.sizes.peek();
    if (!range) return;
    this.fault.value = null;
    this.isRaising.value = true;
    this.raise.value = clamp(to, range);
  }

  /** Sets the raise to a place on the slider, from 0 to 1. It snaps to the bet sizes. */
  slideTo(place: number): void {
    const [turn, range] = [this.turn.peek(), this.sizes.peek()];
    if (!turn || !range) return;
    const stops = this.presets(turn, range).map(([, amount]) => amount);
    const within = Math.min(1, Math.max(0, place));
    this.setRaise(snapped(within, range, stepOf(range, this.big.peek()), stops));
  }

  /** Reads a typed amount. Sets the raise or the fault. */
  typeRaise(text: string): void {
    const [turn, range] = [this.turn.peek(), this.sizes.peek()];
    if (!turn || !range) return;
    const to = readAmount(text, {
      ...range,
      big: this.big.peek(),
      inBlinds: settings.unit.peek() === 'bb',
      ofPot: part => partOfPot(turn, this.wager, part),
    });
    if (typeof to === 'number') this.setRaise(to);
    else this.fault.value = to;
  }

  toggle(panel: Panel): void {
    this.panel.value = this.panel.peek() === panel ? null : panel;
    if (panel === 'chat') this.unread.value = 0;
  }

  /** Starts the user's turn. The price may differ from the one on the buttons for a chosen call. */
  onTurn(message: ActMessage): void {
    const before = this.turn.peek();
    if (before?.turn === message.turn) {
      this.turn.value = { ...before, ...message };
      return;
    }
    const chosen = this.chosen;
    this.chosen = null;
    const price = this.wager + message.to_call;
    const isChanged = chosen?.choice === 'call' && chosen.price !== price;
    const armed = performance.now() + (isChanged ? GUARD_PRICE : GUARD);
    this.turn.value = { ...message, isSent: message.turn === this.answered, armed };
    this.fault.value = null;
    this.isRaising.value = false;
    if (this.sizes.peek()) this.raise.value = this.sizes.peek()!.least;
    sound('turn');
    if (message.run_twice) interrupt(t('twice_question'));
    else if (message.to_call)
      interrupt(t('your_turn_call', { amount: this.chips(message.to_call) }));
    else interrupt(t('your_turn_check'));
    if (isChanged) toast(this.newPrice(message.to_call));
  }

  /** Handles new information about the table. After the host agrees to a buy-in, the dialog to sit
   * down opens. */
  onRoom(room: RoomData): void {
    const was = this.room.peek();
    const you = this.you.peek();
    const isNew = (goes: (room: RoomData) => boolean) => goes(room) && !(was && goes(was));
    if (isNew(({ closing }) => closing)) toast(t('closing'));
    if (you !== null && isNew(({ sent_away }) => sent_away.includes(you))) {
      announce(t('sent_away'));
      toast(t('sent_away'), true);
    }
    const asked = new Set(this.requests.peek().map(({ text }) => text));
    this.room.value = room;
    const fresh = this.requests.peek().filter(({ text }) => !asked.has(text));
    if (fresh.length) sound('turn');
    for (const { text } of fresh) announce(text);
    this.roomAt.value = performance.now();
    if (room.tournament) for (const line of changesSince(room.tournament)) this.say(line);
    this.isWaiting.value = room.waiting.includes(socket.hello.peek()?.name ?? '');
    if (room.buy_ins) {
      // The side comes by itself, or the host has said no.
      if (
        was?.own_buy_in_request &&
        !room.own_buy_in_request &&
        !this.isWaiting.peek() &&
        you === null
      )
        toast(t('host_refuses'));
      this.isAsking.value = room.own_buy_in_request !== null;
      return;
    }
    if (!this.isAsking.peek() || !room.welcome) return;
    this.isAsking.value = false;
    if (you !== null) return;
    sound('turn');
    announce(t('host_agrees'));
    toast(t('host_agrees'));
    this.panel.value ??= { sit: null };
  }

  /** Adds a summary for users who open the page during a hand, or their lines after a reload. */
  onView(view: ViewData): void {
    if (this.lines.peek().length) return;
    const kept = keptLines(this.id, view.hand);
    this.lines.value = kept.map(line => ({ ...line, id: ++this.lastId }));
    if (!kept.length) for (const line of standing(view)) this.say(line);
  }

  /** Opens the share sheet with the link for others, or copies it. */
  invite(): void {
    const { name, link } = this;
    import('../lib/parts/share')
      .then(async ({ linkFor, share }) => share(name, (await linkFor(link)).url))
      .catch(() => toast(new URL(link, location.href).href));
  }

  /** Lets house bots fill the empty seats. */
  addBots(): void {
    void this.send({ do: 'add_bots' });
  }

  keepLines(): void {
    const view = this.view.peek();
    if (view) keepLines(this.id, view.hand, this.lines.peek());
  }

  endTurn(): void {
    this.turn.value = null;
  }

  onChat(line: ChatMessage): void {
    if (this.chat.peek().some(other => other.chat === line.chat)) return;
    this.chat.value = [...this.chat.peek().slice(-LINES), line];
    if (this.muted.peek().has(line.name)) return;
    announce(t('says.chat', { name: line.name, text: line.text }));
    if (line.name !== me.peek()?.name) {
      this.unread.value++;
      sound('chat');
    }
  }

  private say(line: Line, kind = '', hand = ''): void {
    const text = line(false);
    if (!text) return;
    this.lines.value = [
      ...this.lines.peek().slice(-LINES),
      { id: ++this.lastId, line, kind, hand },
    ];
    announce(line(true));
  }
}
