/** The state of the page of one finished hand: the shown step, the analysis, playback and sharing. */

import { computed, signal, type Signal } from '@preact/signals';
import type {
  Analysed,
  DecisionData,
  HandData,
  Judgement,
  Progress,
  ShareData,
  StepData,
} from '../lib/api';
import { number } from '../lib/i18n';
import { withQuery } from '../lib/net/key';
import { del, get, post, Refusal } from '../lib/net/rest';
import { moves, settings } from '../lib/settings';
import { amount } from '../masa/amount';
import type { Scene } from '../masa/animator';
import type { Drawing } from '../masa/view/cloth';
import { matchAnalysis } from './match_analysis';
import { shownName } from './player_name';
import { heroOf, stepsOf } from './step';
import { t } from './text';

export const SPEEDS = [0.5, 1, 2, 4] as const;
/** Milliseconds per step during playback at normal speed. */
const PACE = 1300;
const SWEEP = 340;
/** Delays in milliseconds before the analysis is requested again from a busy server. */
const AGAIN = [1000, 2000, 4000, 8000];

/** Milliseconds between two requests for the progress of the solver. */
const PROGRESS = 1500;

export class HandCtrl {
  readonly hand = signal<HandData | null>(null);
  readonly failure = signal<Refusal | null>(null);
  readonly analysis = signal<Analysed | null>(null);
  /** Why there is no analysis. */
  readonly noAnalysis = signal<Refusal | null>(null);
  readonly steps = computed(() => {
    const hand = this.hand.value;
    if (!hand) return [];
    const players = hand.players.map(player => ({ ...player, name: shownName(player.name, hand) }));
    return stepsOf({ ...hand, players });
  });
  readonly at = signal(0);
  readonly isPlaying = signal(false);
  readonly speed: Signal<(typeof SPEEDS)[number]> = signal(1);
  readonly step = computed(() => this.steps.value[this.at.value] ?? null);
  /** The analysis of each step. Null for steps without one. */
  readonly studies = computed<(StepData | null)[]>(() =>
    matchAnalysis(this.steps.value, this.analysis.value?.steps ?? []),
  );
  readonly study = computed(() => this.studies.value[this.at.value] ?? null);
  /** The verdicts on the decisions of one player, after they were asked for. */
  readonly judgement = signal<Judgement | null>(null);
  /** A first answer for the turn and the river, until the judgement has come. */
  private readonly firstAnswer = signal<Judgement | null>(null);
  readonly shownJudgement = computed(() => this.judgement.value ?? this.firstAnswer.value);
  readonly isJudging = signal(false);
  /** The part of the judgement that is done, from 0 to 1. Null if the solver has not begun. */
  readonly judgedPart = signal<number | null>(null);
  readonly noJudgement = signal<Refusal | null>(null);
  /** Whether the decisions of other players are shown. */
  readonly showsOthers = signal(false);
  /** The decision of each step, solved if it was asked for. */
  readonly decisions = computed<(DecisionData | null)[]>(() =>
    this.studies.value.map(study => {
      if (!study?.decision) return null;
      const judged = this.shownJudgement.value?.steps.find(({ number }) => number === study.number);
      return judged?.decision ?? study.decision;
    }),
  );
  readonly decision = computed(() => this.decisions.value[this.at.value] ?? null);
  /** Whether the user has decisions in this hand that the solver could judge. */
  readonly canJudge = computed(
    () =>
      this.analysis.value !== null &&
      this.analysis.value.viewer !== null &&
      this.analysis.value.steps.some(
        ({ decision }) => decision?.reason === 'not solved' && decision.stack === this.hero.value,
      ),
  );
  /** Whether a decision is one of another player, which is shown only on request. */
  isHidden(decision: DecisionData): boolean {
    const isOther = this.hero.value !== null && decision.stack !== this.hero.value;
    return isOther && !this.showsOthers.value;
  }
  readonly names = computed(
    () => this.hand.value?.players.map(({ name }) => shownName(name, this.hand.value!)) ?? [],
  );
  readonly hero = computed(() => this.hand.value && heroOf(this.hand.value));
  /** The scene before the shown step while its wagers move into the pot. */
  private readonly sweptScene = signal<Scene | null>(null);
  private sweepTimer = 0;
  private player = 0;
  private retryTimer = 0;
  private progressTimer = 0;
  private readonly leaving = new AbortController();

  constructor(
    readonly id: string,
    readonly isShared: boolean,
    readonly key: string,
  ) {}

  /** Path of the hand below /api/. */
  get path(): string {
    return `${this.isShared ? 'shares' : 'hands'}/${this.id}`;
  }

  readonly scene = computed<Scene | null>(() => {
    const [step, sweptScene] = [this.step.value, this.sweptScene.value];
    if (sweptScene) return { ...sweptScene, sweeping: true };
    if (!step) return null;
    return { ...step.scene, equity: this.runOutChances() };
  });

  /** Winning chances on the plates, as at the table: shown once no more betting is possible. */
  private runOutChances(): Map<number, number> | null {
    const { at, steps, study } = this;
    const isOver = steps.value.slice(at.value + 1).every(({ kind }) => kind !== 'act');
    if (!isOver || this.step.value?.kind === 'end' || !study.value) return null;
    if (steps.value.slice(at.value + 1).every(({ kind }) => kind !== 'board')) return null;
    const { chances } = study.value;
    return new Map(chances.map(({ stack, equity }) => [stack, Math.round(100 * equity)]));
  }

  readonly big = computed(() => Number(this.hand.value?.blinds.big) || 1);

  /** The hand in the form that the table drawing expects. Everything that belongs to a running
   * table is empty. */
  readonly drawing: Drawing = (() => {
    const ctrl = this;
    const nothing = signal(null);
    return {
      scene: this.scene,
      view: computed(() => this.scene.value?.view ?? null),
      you: this.hero,
      get name() {
        return ctrl.title;
      },
      chips: (value: number) => this.chips(value),
      isPast: signal(false),
      isWaiting: signal(true),
      isInviting: signal(false),
      waitText: nothing,
      room: nothing,
      event: nothing,
      roomAt: signal(0),
      clock: nothing,
      panel: nothing,
    } as unknown as Drawing;
  })();

  get title(): string {
    const hand = this.hand.value;
    if (!hand?.number) return t('hand');
    return t('hand_number', { number: hand.number });
  }

  /** An amount as text. Imported hands use the currency of their file. */
  chips(value: number): string {
    const { scale = 1, currency = '' } = this.hand.value ?? {};
    if (settings.unit.value === 'bb' || scale === 1) return amount(value, this.big.value);
    return currency + (value / scale).toFixed(2);
  }

  /** A result with its sign. */
  net(value: number): string {
    return value > 0 ? `+${this.chips(value)}` : value < 0 ? `−${this.chips(-value)}` : '0';
  }

  /** The value of an act with its sign. It has decimals, because a tenth of a big blind matters. */
  worth(value: number): string {
    const big = this.big.value;
    const blinds = settings.unit.value === 'bb' || (this.hand.value?.scale ?? 1) > 1;
    const shown = blinds ? value / big : value;
    const places = Math.abs(shown) >= 100 ? 0 : blinds ? 2 : 1;
    const rounded = Number(shown.toFixed(places)) || 0;
    const sign = rounded > 0 ? '+' : rounded < 0 ? '−' : '';
    const size = Math.abs(rounded);
    return `${sign}${places ? size.toFixed(places) : number(size)}${blinds ? ' BB' : ''}`;
  }

  /** The same without its sign. */
  size(value: number): string {
    return this.worth(value).replace(/^[+−]/, '');
  }

  async fetch(): Promise<void> {
    this.failure.value = null;
    try {
      this.hand.value = await get<HandData>(withQuery(this.path, this.key));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.failure.value = error;
      return;
    }
    await this.analyse();
    await this.goToMistake();
  }

  /** Shows the verdict on the step of the hand history that the address names. */
  private async goToMistake(): Promise<void> {
    const number = Number(new URLSearchParams(location.search).get('step') || NaN);
    if (!this.analysis.peek() || !Number.isInteger(number) || this.isShared) return;
    if (this.canJudge.peek()) await this.judge();
    const at = this.stepAt(number);
    if (at !== null) this.walk(at);
  }

  /** Requests the analysis. Repeats the request while the server is busy, but not while the hand is
   * still being played. */
  async analyse(again = AGAIN): Promise<void> {
    this.noAnalysis.value = null;
    try {
      this.analysis.value = await get<Analysed>(withQuery(`${this.path}/analysis`, this.key));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const [wait, ...rest] = again;
      const isBusy = error.code === 'QUEUE_FULL' || error.code === 'BUSY';
      if (isBusy && wait) this.retryTimer = window.setTimeout(() => void this.analyse(rest), wait);
      else this.noAnalysis.value = error;
    }
  }

  /** Asks for the verdicts on the user's own decisions. It can take a minute. */
  async judge(): Promise<void> {
    this.isJudging.value = true;
    this.noJudgement.value = this.judgedPart.value = null;
    const look = window.setInterval(() => void this.lookAtProgress(), PROGRESS);
    this.progressTimer = look;
    if (!this.isShared) void this.judgeFirst();
    try {
      this.judgement.value = await this.solution('');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.noJudgement.value = error;
    } finally {
      clearInterval(look);
      this.isJudging.value = false;
      this.firstAnswer.value = null;
    }
  }

  /** Shows a first answer for the turn and the river until the full one has come. */
  private async judgeFirst(): Promise<void> {
    try {
      const first = await this.solution('?first=true');
      const hasAnswer = first.steps.some(({ decision }) => decision.is_first);
      if (this.isJudging.value && hasAnswer) this.firstAnswer.value = first;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error; // the full judgement is on its way
    }
  }

  private solution(query: string): Promise<Judgement> {
    const path = withQuery(`${this.path}/solution${query}`, this.key);
    return get<Judgement>(path, undefined, this.leaving.signal);
  }

  private async lookAtProgress(): Promise<void> {
    if (this.isShared) return;
    try {
      const { part } = await get<Progress>(withQuery(`${this.path}/progress`, this.key));
      this.judgedPart.value = part;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error; // the request of the judgement says why
    }
  }

  /** The step of the page that shows a step of the hand history. */
  stepAt(number: number): number | null {
    const at = this.studies.value.findIndex(study => study?.number === number && study.decision);
    return at < 0 ? null : at;
  }

  /** Stops all timers, and the solver, when the user leaves the page. */
  leave(): void {
    clearTimeout(this.retryTimer);
    clearTimeout(this.sweepTimer);
    clearInterval(this.progressTimer);
    this.leaving.abort();
    this.pause();
  }

  go(to: number): void {
    const steps = this.steps.peek();
    const at = this.at.peek();
    const next = Math.max(0, Math.min(steps.length - 1, to));
    clearTimeout(this.sweepTimer);
    this.sweptScene.value = null;
    if (next === at) return;
    const before = steps[at]!.scene;
    const isSwept =
      next === at + 1 &&
      (steps[next]!.kind === 'board' || steps[next]!.kind === 'end') &&
      before.game!.players.some(({ wager }) => wager > 0);
    if (isSwept && moves()) {
      this.sweptScene.value = before;
      this.sweepTimer = window.setTimeout(() => (this.sweptScene.value = null), SWEEP);
    }
    this.at.value = next;
  }

  /** Goes to the next or previous street. */
  jump(by: 1 | -1): void {
    const at = this.at.peek();
    const streets = this.steps
      .peek()
      .flatMap(({ kind }, index) => (kind === 'act' || kind === 'back' ? [] : [index]));
    const to = by > 0 ? streets.find(index => index > at) : streets.findLast(index => index < at);
    if (to !== undefined) this.walk(to);
  }

  /** Goes to a step that the user chose, and stops the playback. */
  walk(to: number): void {
    this.pause();
    this.go(to);
  }

  play(): void {
    if (this.at.peek() >= this.steps.peek().length - 1) this.go(0);
    this.isPlaying.value = true;
    this.wait();
  }

  pause(): void {
    this.isPlaying.value = false;
    clearTimeout(this.player);
  }

  toggle(): void {
    if (this.isPlaying.peek()) this.pause();
    else this.play();
  }

  private wait(): void {
    clearTimeout(this.player);
    this.player = window.setTimeout(() => {
      this.go(this.at.peek() + 1);
      if (this.at.peek() >= this.steps.peek().length - 1) this.pause();
      else this.wait();
    }, PACE / this.speed.peek());
  }

  setSpeed(speed: (typeof SPEEDS)[number]): void {
    this.speed.value = speed;
    if (this.isPlaying.peek()) this.wait();
  }

  async share(hideNames: boolean): Promise<ShareData> {
    return post<ShareData>(withQuery(`hands/${this.id}/shares`, this.key), {
      hide_names: hideNames,
    });
  }

  /** The user's own links to this hand. */
  async shares(): Promise<ShareData[]> {
    const all = await get<ShareData[]>('shares');
    return all.filter(({ hand }) => hand === this.hand.peek()?.id);
  }

  withdraw(share: string): Promise<void> {
    return del(`shares/${share}`);
  }
}
