import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ViewData } from '../lib/wire';
import { fold } from './fold';
import { scenes, sorted } from './scenes';

describe('a client that applies events has the same picture as one that asks again', () => {
  const seeds = process.env.SEED ? [Number(process.env.SEED)] : [1, 2];
  test.each(seeds)('at tables played at random, seed %i', { timeout: 300_000 }, seed => {
    const seen = new Set<string>();
    for (const scene of scenes(seed)) {
      let view: ViewData | null = scene.view;
      for (const { events, view: after, joined } of scene.told) {
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

test('odds change nothing, in a hand or after it', () => {
  const odds = [{ board: [], sides: [0, 1], equities: [0.5, 0.5] }];
  for (const { view } of scenes(1).slice(0, 3)) {
    expect(fold(view, { event: 'odds', odds })).toBe(view);
    expect(fold({ ...view, game: null }, { event: 'odds', odds })).toEqual({ ...view, game: null });
  }
});
