import { signal } from '@preact/signals';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

const lang = signal('en');
vi.mock('./settings', () => ({ lang }));

let fill: typeof import('./i18n').fill;
let shownName: typeof import('./i18n').shownName;
beforeAll(async () => {
  ({ fill, shownName } = await import('./i18n'));
});
afterEach(() => {
  lang.value = 'en';
});

test('a count decides between singular and plural', () => {
  const text = '{count} {count|hand was|hands were} read';
  expect(fill(text, { count: 1 })).toBe('1 hand was read');
  expect(fill(text, { count: '1' })).toBe('1 hand was read');
  expect(fill(text, { count: 0 })).toBe('0 hands were read');
  expect(fill(text, { count: '1,001' })).toBe('1,001 hands were read');
  expect(fill(text, {})).toBe(text);
});

test('house bots have a Chinese mark in Chinese', () => {
  expect(shownName('Ada 2 (bot)')).toBe('Ada 2 (bot)');
  lang.value = 'zh';
  expect(shownName('Ada 2 (bot)')).toBe('Ada 2（机器人）');
  expect(fill('{name} 弃牌', { name: 'Ada (bot)' })).toBe('Ada（机器人） 弃牌');
  expect(shownName('Bea')).toBe('Bea');
});
