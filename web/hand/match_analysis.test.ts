import { expect, test } from 'vitest';
import type { StepData } from '../lib/api';
import { matchAnalysis } from './match_analysis';
import type { Step } from './step';

const step = (kind: Step['kind'], more: object = {}): Step => ({ kind, run: 0, ...more }) as Step;
const dealt = (kind: 'board' | 'end', run: number, cards: number) =>
  step(kind, {
    run,
    scene: { game: { board: Array(run ? 5 : cards) }, second: run ? Array(cards) : null },
  });
const scene = { game: { board: [] }, second: null };

const studied = (kind: string, fen: string, more: object = {}): StepData =>
  ({
    kind,
    fen,
    run: 1,
    board: [],
    chances: [{ stack: 0 }],
    decision: { loss: 1 },
    odds: { to_call: 2 },
    message: 'why',
    act: 'CA',
    ...more,
  }) as unknown as StepData;

test('each step has its analysis, on the right board', () => {
  const steps = [
    step('start', { scene }),
    step('act', { act: 0, scene }),
    step('act', { act: 1, scene }),
    step('back', { scene }),
    dealt('board', 0, 3),
    dealt('board', 1, 3),
    dealt('end', 1, 5),
  ];
  const analysis = [
    studied('start', 's'),
    studied('act', 'a'),
    studied('show', 'x'),
    studied('act', 'b'),
    studied('board', 'f', { board: Array(3) }),
    studied('board', 'g', { board: Array(3), run: 2 }),
  ];
  const found = matchAnalysis(steps, analysis);
  expect(found.map(study => study?.fen)).toEqual(['s', 'a', 'b', 'b', 'f', 'g', 'f']);
  // Nobody decides anything at the return of a bet and at the end.
  expect([found[3]!.decision, found[3]!.act, found[3]!.message]).toEqual([null, null, '']);
  expect([found[6]!.decision, found[6]!.chances]).toEqual([null, []]);
});

test('without an analysis no step has one', () => {
  expect(matchAnalysis([step('start', { scene }), step('back', { scene })], [])).toEqual([
    null,
    null,
  ]);
});
