import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { signal } from '@preact/signals';
import { expect, test, vi } from 'vitest';
import type { SeatData, TableTournamentData, ViewData } from '../lib/wire';

vi.mock('../lib/settings', () => ({ lang: signal('en'), settings: { unit: signal('chips') } }));
const { waitReason } = await import('./wait_reason');

const me = { side: 0, name: 'Me', stack: 100, sit_out: false, leaving: false };
const ada = { ...me, side: 1, name: 'Ada' };
const bo = { ...me, side: 2, name: 'Bo' };

function waits(seats: Partial<SeatData>[], more: Partial<ViewData> = {}, isPaused = false) {
  const view = { you: 0, game: null, terms: { absent_play: false }, seats, ...more };
  return waitReason(view as ViewData, isPaused);
}

test('with two able players there is no reason to wait', () => {
  expect(waits([me, ada])).toBeNull();
  expect(waits([me, ada, { ...bo, stack: 0 }])).toBeNull();
});

test('during a hand there is no reason to wait', () => {
  expect(waits([me], { game: {} as ViewData['game'] }, true)).toBeNull();
});

test('otherwise the reason names the missing players or chips', () => {
  expect(waits([me, ada], {}, true)).toBe('The host has paused the game.');
  expect(waits([me])).toBe('Waiting for players.');
  expect(waits([me, { ...ada, leaving: true }])).toBe('Waiting for players.');
  expect(waits([me, { ...ada, sit_out: true }])).toBe('Waiting for Ada to come back.');
  expect(waits([me, { ...ada, stack: 0 }])).toBe('Waiting for Ada to rebuy.');
  expect(waits([me, { ...ada, sit_out: true }, { ...bo, stack: 0 }])).toBe(
    'Waiting for Ada to come back. Waiting for Bo to rebuy.',
  );
  // Spectators see the names of all missing players. A missing player sees those of the others.
  expect(waits([me, { ...ada, sit_out: true }], { you: null })).toBe(
    'Waiting for Ada to come back.',
  );
  expect(waits([{ ...me, stack: 0 }, ada])).toBe('Waiting for players.');
});

test('a tournament does not wait for absent players', () => {
  const terms = { absent_play: true } as ViewData['terms'];
  expect(waits([me, { ...ada, sit_out: true }], { terms })).toBeNull();
});

test('with one player left a tournament waits for re-entries', () => {
  const event = { status: 'running', rest: 0, awaited: 2 } as TableTournamentData;
  const view = { seats: [me], you: 0, game: null } as unknown as ViewData;
  expect(waitReason(view, false, event)).toBe('Waiting for players who may enter again.');
});

const PROGRAM = `
import json
from itertools import product
from pokermasa.masa import Seat, SeatStatus, Terms
from pokermasa.masa.position import is_able

rows = []
for stack, away, leaving, absent in product((0, 5), *[(False, True)] * 3):
    seat = Seat(stack, SeatStatus.WAIT_NEXT_HAND, away, leaving)
    rows.append([stack, away, leaving, absent, is_able(seat, Terms(absent_play=absent))])
print(json.dumps(rows))
`;

test('the client’s rule for able players equals the engine’s', { timeout: 300_000 }, () => {
  const python = process.env.PYTHON ?? join(import.meta.dirname, '../../.venv/bin/python');
  const cases = JSON.parse(execFileSync(python, ['-c', PROGRAM]).toString()) as [
    number,
    boolean,
    boolean,
    boolean,
    boolean,
  ][];
  expect(cases).toHaveLength(16);
  for (const [stack, sit_out, leaving, absent_play, isAble] of cases) {
    const seat = { ...me, stack, sit_out, leaving };
    const terms = { absent_play } as ViewData['terms'];
    expect(waits([seat, { ...seat, side: 1 }], { terms }) === null).toBe(isAble);
  }
});
