import { afterEach, expect, test, vi } from 'vitest';
import { get, Refusal } from '../lib/net/rest';
import { failure, judgeHands, progress } from './judging';

vi.mock('../lib/net/rest', () => ({
  get: vi.fn(),
  Refusal: class extends Error {
    constructor(readonly code: string) {
      super(code);
    }
  },
}));

/** Answers requests with the list of *hands*, and with *refusals* in turn before judgements. */
function answers(hands: string[], refusals: (string | null)[] = []): string[] {
  const asked: string[] = [];
  vi.mocked(get).mockImplementation(async path => {
    asked.push(path);
    if (path.startsWith('hands?')) return hands.map(id => ({ id }));
    const code = refusals.shift();
    if (code) throw new (Refusal as unknown as new (code: string) => Error)(code);
    return {};
  });
  return asked;
}

afterEach(() => {
  vi.useRealTimers();
});

test('the newest hands without a judgement are judged, as many as were asked for', async () => {
  const asked = answers(['c', 'b', 'a']);
  await judgeHands('uploads', 2);
  expect(asked).toEqual(['hands?judged=no&source=uploads', 'hands/c/solution', 'hands/b/solution']);
  expect(progress.value).toBe(null);
});

test('a hand waits while the user is in another hand, and one without an answer is left out', async () => {
  vi.useFakeTimers();
  const asked = answers(['b', 'a'], ['IN_HAND', 'NO_ANSWER']);
  const judging = judgeHands('', 5);
  await vi.runAllTimersAsync();
  await judging;
  expect(asked.slice(1)).toEqual(['hands/b/solution', 'hands/b/solution', 'hands/a/solution']);
  expect(failure.value).toBe(null);
});

test('the limit of a day ends the work', async () => {
  const asked = answers(['b', 'a'], ['NOT_ALLOWED']);
  await judgeHands('', 5);
  expect(asked.length).toBe(2);
  expect(failure.value?.code).toBe('NOT_ALLOWED');
});
