import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { del, get, post, Refusal } from '../lib/net/rest';
import { JudgingCtrl } from './judging';

vi.mock('../lib/net/rest', () => ({
  get: vi.fn(),
  post: vi.fn(),
  del: vi.fn(),
  Refusal: class extends Error {
    constructor(readonly code: string) {
      super(code);
    }
  },
}));

const job = (done: number, is_running = true) => ({ hands: 3, done, is_running });
const refusal = (code: string) => new (Refusal as unknown as new (code: string) => Error)(code);

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(get).mockReset();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a job that is running when the page is opened is followed to its end', async () => {
  const answers = [job(1), refusal('OFFLINE'), job(2), job(3, false)];
  vi.mocked(get).mockImplementation(async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const ctrl = new JudgingCtrl();
  await ctrl.look();
  expect(ctrl.job.value?.done).toBe(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect([ctrl.failure.value?.code, ctrl.job.value?.done]).toEqual(['OFFLINE', 1]);
  await vi.runAllTimersAsync();
  expect([ctrl.failure.value, ctrl.job.value?.done]).toEqual([null, 3]);
  expect(get).toHaveBeenCalledTimes(4);
});

test('a page that was left asks no more', async () => {
  vi.mocked(get).mockImplementation(async () => job(1));
  const ctrl = new JudgingCtrl();
  await ctrl.look();
  ctrl.leave();
  await vi.runAllTimersAsync();
  expect(get).toHaveBeenCalledTimes(1);
});

test('a job is started and cancelled', async () => {
  vi.mocked(get).mockImplementation(async () => job(1));
  vi.mocked(post).mockImplementation(async () => job(0));
  const ctrl = new JudgingCtrl();
  await ctrl.start('uploads', 20);
  expect(post).toHaveBeenCalledWith('hands/judging', { source: 'uploads', count: 20 });
  await vi.advanceTimersByTimeAsync(2000);
  expect(ctrl.job.value?.done).toBe(1);
  await ctrl.cancel();
  expect(del).toHaveBeenCalledWith('hands/judging');
  await vi.runAllTimersAsync();
  expect([ctrl.job.value, vi.mocked(get).mock.calls.length]).toEqual([null, 1]);
});
