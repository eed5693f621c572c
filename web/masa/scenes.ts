/** For tests: tables played at random by the engine, as one viewer is told (web/scenes.py). */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Event, ViewData } from '../lib/wire';

export interface Told {
  events: Event[];
  /** How it stands afterwards, as the server would say. */
  view: ViewData;
  /** The viewer sat down with it, and was told how everything stands. */
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

/** Seats in the order of the sides: who sat down first is nobody's business. */
export const sorted = (view: ViewData | null | undefined): ViewData | null =>
  view ? { ...view, seats: [...view.seats].sort((a, b) => a.side - b.side) } : null;
