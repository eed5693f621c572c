/** Judges the user's latest hands one after the other. It goes on while the user is on other pages
 * of the room, and ends when the tab is closed. Each judgement is stored by the server. */

import { signal } from '@preact/signals';
import type { HandLine, Judgement } from '../lib/api';
import { get, Refusal } from '../lib/net/rest';

/** Milliseconds before a refused request is repeated, by the code of the refusal. */
const AGAIN: Record<string, number> = {
  IN_HAND: 10_000,
  QUEUE_FULL: 3000,
  BUSY: 3000,
  TOO_FAST: 3000,
};

export interface Progress {
  done: number;
  hands: number;
}

/** The hands that are being judged, or null. */
export const progress = signal<Progress | null>(null);
/** Why the last run ended early. */
export const failure = signal<Refusal | null>(null);
/** Why the current request is repeated. */
export const delay = signal<Refusal | null>(null);
let isStopped = false;

/** Judges the newest hands that were not judged yet, at most *most*. */
export async function judgeHands(source: '' | 'uploads', most: number): Promise<void> {
  if (progress.peek()) return;
  isStopped = false;
  failure.value = null;
  progress.value = { done: 0, hands: 0 };
  try {
    const lines = await get<HandLine[]>(`hands?judged=no${source && `&source=${source}`}`);
    const hands = lines.slice(0, most);
    for (const [done, { id }] of hands.entries()) {
      progress.value = { done, hands: hands.length };
      await judge(id);
      if (isStopped) break;
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    failure.value = error;
  } finally {
    progress.value = null;
    delay.value = null;
  }
}

async function judge(id: string): Promise<void> {
  while (!isStopped) {
    try {
      await get<Judgement>(`hands/${id}/solution`);
      delay.value = null;
      return;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'BAD_QUESTION' || error.code === 'NO_ANSWER' || error.code === 'TOO_LONG')
        return; // this hand has no judgement
      const wait = AGAIN[error.code];
      if (!wait) throw error;
      delay.value = error;
      await new Promise(resolve => setTimeout(resolve, wait));
    }
  }
}

/** Ends the run after the hand that is being judged. */
export function stop(): void {
  isStopped = true;
}
