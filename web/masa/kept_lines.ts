/** Keeps the dealer's lines of a table over a reload of the page, in this tab and for this user. */

import { socket } from '../lib/net/socket';
import type { DealerLine } from './ctrl';

interface Kept {
  name: string | null | undefined;
  hand: number;
  lines: [text: string, spoken: string, kind: string, hand: string][];
}
const MOST = 60;
const keyOf = (masa: string): string => `masa.lines.${masa}`;

export function keepLines(masa: string, hand: number, lines: readonly DealerLine[]): void {
  const kept: Kept = {
    name: socket.hello.peek()?.name,
    hand,
    lines: lines.slice(-MOST).map(({ line, kind, hand }) => [line(false), line(true), kind, hand]),
  };
  try {
    sessionStorage.setItem(keyOf(masa), JSON.stringify(kept));
  } catch {
    // Some private windows store nothing.
  }
}

/** The lines that were kept during this hand. Empty if another hand is played now. */
export function keptLines(masa: string, hand: number): Omit<DealerLine, 'id'>[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(masa)) ?? 'null') as Kept | null;
    if (kept?.hand !== hand || kept.name !== socket.hello.peek()?.name) return [];
    return kept.lines.map(([text, spoken, kind, hand]) => ({
      line: isSpoken => (isSpoken ? spoken : text),
      kind,
      hand,
    }));
  } catch {
    return [];
  }
}
