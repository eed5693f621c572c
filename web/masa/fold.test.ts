import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ViewData } from '../lib/wire';
import { fold } from './fold';
import { randomTables, sorted } from './random_tables';

describe('applying events gives the same view as the server', () => {
  const seeds = process.env.SEED ? [Number(process.env.SEED)] : [1, 2];
  test.each(seeds)('at random tables, seed %i', { timeout: 300_000 }, seed => {
    const seen = new Set<string>();
    for (const table of randomTables(seed)) {
      let view: ViewData | null = table.view;
      for (const { events, view: after, joined } of table.batches) {
        for (const event of events) {
          seen.add(event.event);
          view = view && fold(view, event);
        }
        // A player who sits down gets a new view from the new seat.
        if (joined) view = after;
        if (isDeepStrictEqual(sorted(view), sorted(after))) continue;
        expect(sorted(view), JSON.stringify(events)).toEqual(sorted(after));
      }
    }
    // The random tables must have produced all these events.
    for (const event of [
      'twice_offered',
      'board_updated',
      'hand_ended',
      'straddle_set',
      'topped_up',
    ])
      expect(seen).toContain(event);
  });
});

test('odds do not change the view', () => {
  const odds = [{ board: [], sides: [0, 1], equities: [0.5, 0.5] }];
  for (const { view } of randomTables(1).slice(0, 3)) {
    expect(fold(view, { event: 'odds', odds })).toBe(view);
    expect(fold({ ...view, game: null }, { event: 'odds', odds })).toEqual({ ...view, game: null });
  }
});
