import { signal } from '@preact/signals';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { get, Refusal } from '../lib/net/rest';
import type { HandCtrl as HandCtrlType } from './ctrl';

vi.mock('../lib/settings', () => ({ lang: signal('en'), settings: {}, moves: signal(false) }));
vi.mock('../lib/net/rest', async original => ({
  ...(await original<typeof import('../lib/net/rest')>()),
  get: vi.fn(),
}));

let HandCtrl: typeof HandCtrlType;
beforeAll(async () => {
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('document', { documentElement: {} });
  ({ HandCtrl } = await import('./ctrl'));
});

/** Functions that answer the requests for the first and for the full judgement. */
let answers: Record<string, { resolve(data: unknown): void; reject(error: Error): void }>;
beforeEach(() => {
  answers = {};
  vi.mocked(get).mockImplementation(
    path => new Promise((resolve, reject) => (answers[path] = { resolve, reject })),
  );
});

const judgement = (is_first: boolean) => ({
  lost: 0,
  steps: [{ number: 4, decision: { is_first } }],
});
const FULL = 'hands/ab/solution';
const FIRST = `${FULL}?first=true`;

test('a first answer is shown until the full judgement has come', async () => {
  const ctrl = new HandCtrl('ab', false, '');
  const judged = ctrl.judge();
  answers[FIRST]!.resolve(judgement(true));
  await vi.waitFor(() => expect(ctrl.shownJudgement.value).toEqual(judgement(true)));
  expect([ctrl.judgement.value, ctrl.isJudging.value]).toEqual([null, true]);
  answers[FULL]!.resolve(judgement(false));
  await judged;
  expect(ctrl.shownJudgement.value).toEqual(judgement(false));
});

test('a first answer that comes last, or without a verdict, is not shown', async () => {
  const ctrl = new HandCtrl('ab', false, '');
  const judged = ctrl.judge();
  answers[FIRST]!.resolve(judgement(false));
  await Promise.resolve();
  expect(ctrl.shownJudgement.value).toBeNull();
  answers[FULL]!.reject(new Refusal('NO_ANSWER', ''));
  await judged;
  expect([ctrl.shownJudgement.value, ctrl.noJudgement.value?.code]).toEqual([null, 'NO_ANSWER']);

  const again = ctrl.judge();
  answers[FULL]!.resolve(judgement(false));
  await again;
  answers[FIRST]!.resolve(judgement(true));
  await Promise.resolve();
  expect(ctrl.shownJudgement.value).toEqual(judgement(false));
});

test('only the full judgement of a shared hand is asked for', () => {
  void new HandCtrl('ab', true, '').judge();
  expect(Object.keys(answers)).toEqual(['shares/ab/solution']);
});
