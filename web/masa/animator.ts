/** Draws events one after another, so that the user can follow chips and cards. The drawing is a
 * little behind the messages. Without animations, and in a background tab, events are drawn at
 * once. */

import { signal, type Signal } from '@preact/signals';
import { moves } from '../lib/settings';
import { play as sound } from '../lib/sound';
import type { Event, GameData, HandEndedEvent, OddsData, ViewData } from '../lib/wire';
import { actKey } from './act';
import { lineOf, type Line } from './dealer_lines';
import { fold } from './fold';
import { settled, tagsOf, winnings, type Result } from './result';

export interface Scene {
  view: ViewData;
  /** The hand to draw: the running one, or the last one until the next begins. */
  game: GameData | null;
  /** The second board, if the hand is run twice. */
  second: string[] | null;
  result: Result | null;
  /** Catalogue key of the last act in this round, by side. */
  tags: ReadonlyMap<number, string>;
  /** Sides whose cards everybody has seen in this hand. */
  tabled: ReadonlySet<number>;
  /** Single cards that players have shown, by side. */
  peeked: ReadonlyMap<number, string>;
  /** Board cards that would have come (rabbit hunting). */
  rabbit: readonly string[] | null;
  /** The side that has just folded, while its cards move away. */
  mucked?: number | null;
  /** Whether the wagers are moving into the pot. */
  sweeping: boolean;
  /** Winning chances in percent by side, on the board that is dealt, if all players are all in. */
  equity: ReadonlyMap<number, number> | null;
  /** The uncalled part of a bet while it moves back. Only on the page of a finished hand. */
  returned?: { side: number; amount: number } | null;
}

type Item = Event | (() => void);

/** Milliseconds for which each kind of event is shown. */
const DURATION = {
  posted: 40,
  dealt: 320,
  acted: 220,
  sweep: 340,
  board: 380,
  shown: 500,
  paid: 600,
};
/** With more waiting events than this, all are drawn at once. */
const BACKLOG = 24;

export class Animator {
  readonly scene: Signal<Scene | null> = signal(null);
  private queue: Item[] = [];
  private odds: OddsData[] = [];
  /** The board whose winning chances are shown. */
  private running: { board: readonly string[]; isSecond: boolean } | null = null;
  /** The side whose time has run out with the last event. */
  private late: number | null = null;
  private isPlaying = false;
  private isHurried = false;
  private resets = 0;
  private wake: () => void = () => undefined;

  constructor(
    private readonly say: (line: Line, event: Event) => void,
    /** Requests the view from the server after an event that cannot be applied. */
    private readonly lost: () => void,
    /** Milliseconds for which each street of an all-in is shown. The server waits as long. */
    private readonly street: () => number = () => 0,
    /** In a tournament, a player who leaves is out or was moved to another table. */
    private readonly isTournament: () => boolean = () => false,
  ) {
    document.addEventListener('visibilitychange', () => this.wake());
  }

  /** Draws a new view at once. */
  reset(view: ViewData): void {
    this.queue = [];
    this.resets++;
    this.wake();
    const was = this.scene.peek();
    if (was?.view.hand !== view.hand) this.odds = [];
    this.running = null;
    const keeps = was?.result && !view.game && was.view.hand === view.hand;
    this.scene.value = {
      view,
      game: view.game ?? (keeps ? was.game : null),
      second: keeps ? was.second : null,
      result: keeps ? was.result : null,
      tags: tagsOf(view),
      tabled: keeps ? was.tabled : new Set(),
      peeked: keeps ? was.peeked : new Map(),
      rabbit: keeps ? was.rabbit : null,
      sweeping: false,
      equity: null,
    };
    if (view.game?.twice) this.chances(view.game.board);
  }

  /** Adds events, and functions to call after the events before them were drawn. */
  play(...items: Item[]): void {
    // A new hand has begun, so the rest of the old one is drawn at once.
    this.isHurried ||=
      this.isPlaying &&
      items.some(item => typeof item !== 'function' && item.event === 'dealer_rotated');
    for (const item of items) this.add(item);
    if (this.isHurried) this.wake();
    if (!this.isPlaying) void this.run();
  }

  /** Adds an event. Odds are applied at once, because they arrive shortly after the cards they
   * belong to. */
  private add(item: Item): void {
    if (typeof item !== 'function' && item.event === 'dealer_rotated') this.odds = [];
    if (typeof item === 'function' || item.event !== 'odds') {
      this.queue.push(item);
      return;
    }
    this.odds = item.odds;
    if (this.running) this.chances(this.running.board, this.running.isSecond);
  }

  private async run(): Promise<void> {
    this.isPlaying = true;
    try {
      for (let item = this.queue.shift(); item; item = this.queue.shift()) {
        if (typeof item === 'function') item();
        else await this.playOne(item);
      }
    } catch (error) {
      // After an unexpected event the server's view is the truth.
      console.error(error);
      this.queue = [];
      this.lost();
    } finally {
      this.isPlaying = this.isHurried = false;
    }
  }

  private async playOne(event: Event): Promise<void> {
    const { resets } = this;
    for (const wait of this.steps(event)) {
      if (this.isPaced) await this.pause(wait);
      // A new view was drawn meanwhile, which includes the rest of this event.
      if (this.resets !== resets) return;
    }
  }

  private get isPaced(): boolean {
    const isSeen = document.visibilityState === 'visible';
    return isSeen && moves() && !this.isHurried && this.queue.length < BACKLOG;
  }

  private pause(wait: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, wait);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private set(changes: Partial<Scene>): void {
    const was = this.scene.peek();
    if (was) this.scene.value = { ...was, ...changes };
  }

  private apply(event: Event): boolean {
    const was = this.scene.peek();
    const view = was && fold(was.view, event);
    if (!was) return false;
    if (!view) {
      this.queue = [];
      this.lost();
      return false;
    }
    const isLate = event.event === 'player_acted' && event.side === this.late;
    this.late = event.event === 'timed_out' ? event.side : null;
    const line = lineOf(event, was.view, this.isTournament(), isLate);
    if (line) this.say(line, event);
    this.set({ view, game: view.game ?? was.game });
    return true;
  }

  private *steps(event: Event): Generator<number> {
    switch (event.event) {
      case 'dealer_rotated':
        this.running = null;
        this.set({ game: null, second: null, result: null, equity: null });
        this.set({ tags: new Map(), tabled: new Set(), peeked: new Map(), rabbit: null });
        this.apply(event);
        return;
      case 'posted':
        this.apply(event);
        yield DURATION.posted;
        return;
      case 'deal_pocket_cards':
        this.apply(event);
        sound('card');
        yield DURATION.dealt;
        return;
      case 'player_acted': {
        const { tags, view } = this.scene.peek()!;
        const key = actKey(event.act, !view.game?.price);
        const mucked = event.act === 'FO' ? event.side : null;
        this.set({ tags: new Map(tags).set(event.side, key), mucked });
        this.apply(event);
        sound(event.act === 'FO' ? 'fold' : event.act === 'CH' ? 'check' : 'chips');
        yield DURATION.acted;
        return;
      }
      case 'board_updated':
        yield* this.sweep();
        this.set({ tags: new Map() });
        this.apply(event);
        sound('card');
        yield DURATION.board;
        return;
      case 'twice_offered':
        yield* this.sweep();
        this.apply(event);
        this.chances(this.scene.peek()?.game?.board ?? []);
        return;
      case 'hands_shown':
        this.apply(event);
        this.set({ tabled: new Set(event.hands.map(({ side }) => side)) });
        sound('card');
        // The sweep comes last, because applying an event would restore the wagers.
        yield* this.sweep();
        yield DURATION.shown;
        return;
      case 'hand_ended':
        yield* this.runOut(event);
        yield* this.end(event);
        return;
      case 'cards_shown':
        this.apply(event);
        this.showAfterwards(event.side, event.cards);
        return;
      case 'rabbit_shown':
        this.apply(event);
        this.set({ rabbit: event.cards });
        sound('card');
        return;
      default:
        this.apply(event);
    }
  }

  /** Moves the wagers into the pot. */
  private *sweep(): Generator<number> {
    if (!this.scene.peek()?.game?.players.some(player => player.wager > 0)) return;
    this.set({ sweeping: true });
    yield DURATION.sweep;
    const { game } = this.scene.peek()!;
    const pot = game && { ...game, players: game.players.map(was => ({ ...was, wager: 0 })) };
    this.set({ sweeping: false, game: pot });
  }

  /** Deals the rest of the board after an all-in, street by street, with the winning chances before
   * each street. If the hand is run twice, board by board. The pauses equal the server's
   * (src/pokermasa/server/table/pause.py). */
  private *runOut(end: HandEndedEvent): Generator<number> {
    const lying = this.scene.peek()?.game?.board.length ?? 5;
    if (lying >= (end.boards[0]?.length ?? 0)) return;
    yield* this.sweep();
    this.set({ game: settled(this.scene.peek()!.game!, end) });
    const street = this.street();
    for (const [at, whole] of end.boards.entries()) {
      const isSecond = at > 0;
      if (end.boards.length > 1) this.set({ second: end.boards[1]!.slice(0, lying) });
      this.chances(whole.slice(0, lying), isSecond);
      let pause = 0;
      for (const length of [3, 4, 5]) {
        const { game } = this.scene.peek()!;
        if (length <= lying || !game) continue;
        yield Math.max(0, street - pause);
        pause = DURATION.board;
        const board = whole.slice(0, length);
        this.set(
          isSecond ? { second: board, equity: null } : { game: { ...game, board }, equity: null },
        );
        sound('card');
        // The chances would give away cards that are still being turned.
        this.running = null;
        yield DURATION.board;
        this.chances(board, isSecond);
      }
      yield Math.max(0, street / 2 - pause);
    }
  }

  /** Shows the winning chances on this board. While two boards are equal, the second's odds are the
   * last ones in the list. */
  private chances(board: readonly string[], isSecond = false): void {
    this.running = { board, isSecond };
    const found = this.odds.filter(odds => odds.board.join() === board.join());
    const odds = isSecond ? found[found.length - 1] : found[0];
    const percents = odds?.equities.map(equity => Math.round(equity * 100)) ?? [];
    const equity = new Map(odds?.sides.map((side, i) => [side, percents[i]!]));
    this.set({ equity: equity.size ? equity : null });
  }

  private *end(event: HandEndedEvent): Generator<number> {
    this.running = null;
    yield* this.sweep();
    const was = this.scene.peek();
    if (!was?.game) {
      this.apply(event);
      return;
    }
    const won = winnings(event.pots);
    const [first = was.game.board, second = null] = event.boards;
    const stacks = new Map(event.stacks.map(({ side, stack }) => [side, stack]));
    const game = { ...settled(was.game, event), board: first };
    const result = { status: event.status, pots: event.pots, won };
    // The stacks change together with the amounts won, also if a new view interrupts the drawing.
    const players = game.players.map(p => ({ ...p, stack: stacks.get(p.side) ?? p.stack }));
    this.apply(event);
    this.set({ game: { ...game, players }, second, result, equity: null });
    if (was.view.you !== null && won.has(was.view.you)) sound('win');
    else sound('chips');
    yield DURATION.paid;
  }

  private showAfterwards(side: number, cards: string[]): void {
    const { game, peeked } = this.scene.peek()!;
    if (!game) return;
    if (cards.length === 1) {
      this.set({ peeked: new Map(peeked).set(side, cards[0]!) });
      return;
    }
    const players = game.players.map(was => (was.side === side ? { ...was, cards } : was));
    this.set({ game: { ...game, players }, tabled: new Set(this.scene.peek()!.tabled).add(side) });
  }
}
