/** The user's settings. Each is a signal, is stored in this browser, and applies at once in every
 * tab. */

import { effect, signal, type Signal } from '@preact/signals';
import type { Keymap } from './frame/keymap';
import { recall, remember } from './storage';

export type Lang = 'en' | 'zh';

interface Settings {
  lang: Lang | null;
  theme: 'auto' | 'light' | 'dark' | 'contrast';
  felt: 'green' | 'blue' | 'red' | 'grey';
  deck: 2 | 4 | 'safe';
  back: 'blue' | 'red' | 'black';
  unit: 'chips' | 'bb';
  /** Whether bet sizes are always shown, or after a press on "Raise…". `auto`: by the width. */
  actBar: 'auto' | 'full' | 'steps';
  sound: boolean;
  /** From 0 to 100. */
  volume: number;
  /** Sounds that are switched off one by one. */
  silent: readonly Hearing[];
  motion: boolean;
  keys: Keymap;
  /** Bet sizes on the buttons, in the notation of `masa/sizing.ts`. */
  sizes: { preflop: readonly string[]; later: readonly string[] };
}

/** The sounds that can be switched off one by one. */
export const HEARINGS = ['deal', 'bet', 'fold', 'win', 'turn', 'chat'] as const;
export type Hearing = (typeof HEARINGS)[number];

const isPhone = matchMedia('(pointer: coarse)').matches;
export const usual: Settings = {
  lang: null,
  theme: 'auto',
  felt: 'green',
  deck: 4,
  back: 'blue',
  unit: 'chips',
  actBar: 'auto',
  sound: !isPhone,
  volume: 80,
  silent: [],
  motion: true,
  keys: {},
  sizes: { preflop: ['2.2x', '2.5x', '3x', 'pot'], later: ['1/3', '1/2', '3/4', 'pot'] },
};

const kept: Settings = { ...usual, ...recall<Partial<Settings>>('settings', {}) };

export const settings = Object.fromEntries(
  Object.entries(kept).map(([name, value]) => [name, signal(value)]),
) as unknown as { [K in keyof Settings]: Signal<Settings[K]> };

/** The chosen language. Default: the browser's. */
export const lang = signal<Lang>('en');

const wide = matchMedia('(min-width: 1000px)');
const isWide = signal(wide.matches);
wide.addEventListener?.('change', () => (isWide.value = wide.matches));
/** Whether bet sizes are always shown. */
export const showsSizes = (): boolean =>
  settings.actBar.value === 'auto' ? isWide.value : settings.actBar.value === 'full';

const stillness = matchMedia('(prefers-reduced-motion: reduce)');
/** Whether animations are allowed, by the setting and by the system. */
export const moves = (): boolean => settings.motion.value && !stillness.matches;

effect(() => {
  const all = Object.fromEntries(Object.entries(settings).map(([name, s]) => [name, s.value]));
  if (JSON.stringify(all) !== JSON.stringify({ ...usual, ...recall('settings', {}) }))
    remember('settings', all);
});

effect(() => {
  const preferred = navigator.languages?.[0] ?? navigator.language;
  lang.value = settings.lang.value ?? (preferred.toLowerCase().startsWith('zh') ? 'zh' : 'en');
  document.documentElement.lang = lang.value === 'zh' ? 'zh-Hans' : 'en';
});

effect(() => {
  const root = document.documentElement.dataset;
  if (settings.theme.value === 'auto') delete root.theme;
  else root.theme = settings.theme.value;
  root.deck = String(settings.deck.value);
  root.felt = settings.felt.value;
  root.back = settings.back.value;
  root.motion = settings.motion.value ? 'on' : 'off';
});

addEventListener('storage', event => {
  if (event.key !== 'masa.settings') return;
  const now = { ...usual, ...recall<Partial<Settings>>('settings', {}) };
  for (const [name, value] of Object.entries(now))
    (settings[name as keyof Settings] as Signal<unknown>).value = value;
});
