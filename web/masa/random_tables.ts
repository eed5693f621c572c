/** Test data: tables played at random by the engine, with the messages to one viewer
 * (web/random_tables.py). */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Event, ViewData } from '../lib/wire';

export interface Batch {
  events: Event[];
  /** The server's view after the events. */
  view: ViewData;
  /** Whether the viewer sat down with this event and got a new view. */
  joined: boolean;
}

export interface RandomTable {
  /** The view of the empty table. */
  view: ViewData;
  batches: Batch[];
}

const web = join(import.meta.dirname, '..');

export function randomTables(seed: number): RandomTable[] {
  const python = process.env.PYTHON ?? join(web, '../.venv/bin/python');
  const written = execFileSync(python, [join(web, 'random_tables.py'), String(seed)], {
    maxBuffer: 2 ** 28,
  });
  return JSON.parse(written.toString()) as RandomTable[];
}

/** Sorts the seats by side. Their order otherwise depends on who sat down first. */
export const sorted = (view: ViewData | null | undefined): ViewData | null =>
  view ? { ...view, seats: [...view.seats].sort((a, b) => a.side - b.side) } : null;
