/** The background job of the room that judges the user's latest hands. It goes on without this
 * page, which asks for its progress. */

import { signal } from '@preact/signals';
import type { JudgingData } from '../lib/api';
import { del, get, post, Refusal } from '../lib/net/rest';

const PATH = 'hands/judging';
/** Milliseconds between two requests for the progress. */
const EVERY = 2000;

export class JudgingCtrl {
  /** The job, or the last one. */
  readonly job = signal<JudgingData | null>(null);
  /** Why the last request was refused. */
  readonly failure = signal<Refusal | null>(null);
  private timer = 0;
  private isGone = false;

  /** Asks for the job, again and again while it is running. */
  look = (): Promise<void> => this.ask(() => get<JudgingData | null>(PATH));

  start(source: 'room' | 'uploads', count: number): Promise<void> {
    return this.ask(() => post<JudgingData>(PATH, { source, count }));
  }

  cancel(): Promise<void> {
    return this.ask(async () => {
      await del(PATH);
      return null;
    });
  }

  leave(): void {
    this.isGone = true;
    clearTimeout(this.timer);
  }

  private async ask(request: () => Promise<JudgingData | null>): Promise<void> {
    clearTimeout(this.timer);
    try {
      this.job.value = await request();
      this.failure.value = null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.failure.value = error;
    }
    clearTimeout(this.timer);
    if (this.job.value?.is_running && !this.isGone)
      this.timer = setTimeout(() => void this.look(), EVERY) as unknown as number;
  }
}
