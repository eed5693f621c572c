import { signal } from '@preact/signals';
import { beforeAll, expect, test, vi } from 'vitest';
import type { actText as ActText } from './step_text';

const lang = signal('en');
vi.mock('../lib/settings', () => ({ lang }));

let actText: typeof ActText;
beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  ({ actText } = await import('./step_text'));
});

const ctrl = { chips: (amount: number) => `$${amount}` };
const facing = (to_call: number, board: string[] = []) => ({
  board,
  odds: { to_call, pot: 20, needed: 0.3, stack_to_pot: 2 },
});

test('an all-in that calls is named a call, and one that raises is not', () => {
  expect(actText(ctrl, 'AC', facing(12))).toBe('Call $12, all in');
  expect(actText(ctrl, 'AA', facing(12))).toBe('All in');
});

test('an amount is a bet after the flop if there is nothing to call', () => {
  const board = ['2c', '7d', '9h'];
  expect(actText(ctrl, 'RR30', facing(0, board))).toBe('Bet $30');
  for (const study of [facing(12, board), facing(0)])
    expect(actText(ctrl, 'RR30', study)).toBe('Raise to $30');
});
