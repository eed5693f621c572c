import { signal } from '@preact/signals';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';

const hello = signal<{ name: string | null }>({ name: 'Bea' });
vi.mock('../lib/net/socket', () => ({ socket: { hello } }));

let keepLines: typeof import('./kept_lines').keepLines;
let keptLines: typeof import('./kept_lines').keptLines;
beforeAll(async () => {
  ({ keepLines, keptLines } = await import('./kept_lines'));
});

const lines = ['Bea bets 4.', 'Cem calls 4.'].map((text, id) => ({
  id,
  line: (isSpoken: boolean) => (isSpoken ? `${text}!` : text),
  kind: 'RR',
  hand: '',
}));

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  keepLines('m1', 7, lines);
});

const kept = (masa: string, hand: number) => keptLines(masa, hand).map(({ line }) => line(false));

test('after a reload in the same hand all its lines are there', () => {
  expect(kept('m1', 7)).toEqual(['Bea bets 4.', 'Cem calls 4.']);
  expect(keptLines('m1', 7)[1]!.line(true)).toBe('Cem calls 4.!');
});

test('lines of another hand, another table or another user are not shown', () => {
  expect(kept('m1', 8)).toEqual([]);
  expect(kept('m2', 7)).toEqual([]);
  hello.value = { name: 'Cem' };
  expect(kept('m1', 7)).toEqual([]);
});
