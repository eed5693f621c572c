/** Assigns the steps of the analysis to the steps of the page. The page has more steps: the return
 * of an uncalled bet, and the end. */

import type { StepData } from '../lib/api';
import type { Step } from './step';

export function matchAnalysis(
  steps: readonly Step[],
  studied: readonly StepData[],
): (StepData | null)[] {
  const acts = studied.filter(({ kind }) => kind === 'act');
  const boards = new Map(
    studied
      .filter(({ kind }) => kind === 'board')
      .map(study => [`${study.run} ${study.board.length}`, study]),
  );
  const start = studied.find(({ kind }) => kind === 'start') ?? null;
  const first = studied.filter(({ run }) => run === 1);
  const last = first[first.length - 1] ?? null;
  let before: StepData | null = null;
  return steps.map(({ kind, act, run, scene }) => {
    const cards = (run ? scene.second : scene.game!.board)?.length ?? 0;
    const found: StepData | null | undefined = {
      start: () => start,
      act: () => acts[act!],
      board: () => boards.get(`${run + 1} ${cards}`),
      // The situation is the one after the previous act, without a decision.
      back: () => before && { ...before, odds: null, decision: null, act: null, message: '' },
      end: () =>
        last && { ...last, odds: null, decision: null, act: null, message: '', chances: [] },
    }[kind]();
    before = found ?? before;
    return found ?? null;
  });
}
