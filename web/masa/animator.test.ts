import { signal } from '@preact/signals';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Line } from './dealer_lines';
import { randomTables, sorted } from './random_tables';
import type { Animator as AnimatorType } from './animator';

const lang = signal('en');
vi.mock('../lib/settings', () => ({
  lang,
  settings: { unit: signal('chips'), sound: signal(false) },
  moves: () => false,
}));
vi.mock('../lib/sound', () => ({ play: () => undefined }));

let Animator: typeof AnimatorType;
beforeAll(async () => {
  vi.stubGlobal('document', { addEventListener: () => undefined, visibilityState: 'visible' });
  ({ Animator } = await import('./animator'));
});

const settled = () => new Promise(resolve => setTimeout(resolve));

test('the drawing ends in the same state as the server’s view', { timeout: 300_000 }, async () => {
  let hands = 0;
  const said: Line[] = [];
  const lost = vi.fn();
  for (const { view, batches } of randomTables(3)) {
    const animator = new Animator(line => said.push(line), lost);
    animator.reset(view);
    for (const { events, view: after, joined } of batches) {
      animator.play(...events);
      await settled();
      if (joined) animator.reset(after);
      const scene = animator.scene.value!;
      if (!isDeepStrictEqual(sorted(scene.view), sorted(after)))
        expect(sorted(scene.view), JSON.stringify(events)).toEqual(sorted(after));
      const end = events.find(event => event.event === 'hand_ended');
      if (end?.event !== 'hand_ended') continue;
      hands++;
      // The last hand stays visible, with the final stacks.
      const stacks = new Map(scene.game!.players.map(player => [player.side, player.stack]));
      for (const { side, stack } of end.stacks)
        expect([side, stacks.get(side)]).toEqual([side, stack]);
      const paid = [...scene.result!.won.values()].reduce((sum, share) => sum + share, 0);
      expect(paid + end.dropped).toBe(scene.game!.pot);
      expect(scene.game!.board).toEqual(end.boards[0]);
    }
  }
  expect(lost).not.toHaveBeenCalled();
  expect(hands).toBeGreaterThan(30);
  // Every line can be shown and spoken in both languages.
  for (const language of ['en', 'zh'])
    for (const line of said) {
      lang.value = language;
      for (const text of [line(false), line(true)]) {
        expect(text).not.toMatch(/[{}]|undefined|NaN/);
        expect(text.trim()).not.toBe('');
      }
    }
});
