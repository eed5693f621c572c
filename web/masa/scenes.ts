/** Test data: tables played at random by the engine, with the messages to one viewer
 * (web/scenes.py). */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Event, ViewData } from '../lib/wire';

export interface Told {
  events: Event[];
  /** The server's view after the events. */
  view: ViewData;
  /** Whether the viewer sat down with this event and got a new view. */
  joined: boolean;
}

export interface Scene {
  view: ViewData;
  told: Told[];
}

const web = join(import.meta.dirname, '..');

export function scenes(seed: number): Scene[] {
  const python = process.env.PYTHON ?? join(web, '../.venv/bin/python');
  const written = execFileSync(python, [join(web, 'scenes.py'), String(seed)], {
    maxBuffer: 2 ** 28,
  });
  return JSON.parse(written.toString()) as Scene[];
}

/** Sorts the seats by side. Their order otherwise depends on who sat down first. */
export const sorted = (view: ViewData | null | undefined): ViewData | null =>
  view ? { ...view, seats: [...view.seats].sort((a, b) => a.side - b.side) } : null;
