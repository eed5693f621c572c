/** Words. Each page has a folder `text/` with a catalogue for each language, and binds them here:
 *
 *     import en from './text/en';  import zh from './text/zh';
 *     export const t = catalogue(en, zh);        // t('sit'), t('raise_to', { to: 60 })
 *
 * Keys are checked by the compiler; a test holds the catalogues against each other. */

import { effect, signal } from '@preact/signals';
import { lang, type Lang } from './settings';
import type en from './text/en';

export type Texts<K extends string> = Readonly<Record<K, string>>;
export type Values = Readonly<Record<string, string | number>>;

export function fill(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (all, name: string) =>
    name in values ? String(values[name]) : all,
  );
}

export function catalogue<K extends string>(english: Texts<K>, chinese: Texts<K>) {
  const all: Record<Lang, Texts<K>> = { en: english, zh: chinese };
  return (key: K, values?: Values): string => fill(all[lang.value][key], values);
}

/** The same for large catalogues: the reader's language alone is fetched. Awaited where it is bound, so
 * that nothing is drawn in the wrong one; who changes the language later sees it as soon as it has come. */
export async function fetched<K extends string>(
  fetchers: Record<Lang, () => Promise<{ default: Texts<K> }>>,
) {
  const here = signal<Partial<Record<Lang, Texts<K>>>>({});
  const fetchIt = async (wanted: Lang) => {
    const { default: texts } = await fetchers[wanted]();
    here.value = { ...here.peek(), [wanted]: texts };
  };
  await fetchIt(lang.peek());
  effect(() => {
    const wanted = lang.value;
    if (!here.peek()[wanted]) fetchIt(wanted).catch(() => undefined);
  });
  const texts = () => (here.value[lang.value] ?? here.value.en ?? here.value.zh)!;
  const t = (key: K, values?: Values): string => fill(texts()[key], values);
  return Object.assign(t, { has: (key: string): key is K => key in texts() });
}

/** The words that every page needs. */
export const t = await fetched<keyof typeof en>({
  en: () => import('./text/en'),
  zh: () => import('./text/zh'),
});

/** A refusal in the reader's language; in the server's words where there is no text for its code. */
export function refusalText(code: string, words: string): string {
  const key = `refused.${code}`;
  return t.has(key) ? t(key) : words;
}

/** A table or tournament by its name: the house's have one in each language, a host's have what they
 * gave it. A tournament's table has its number after it. */
export function tableName(name: string, host: string | null = null): string {
  const [, event = name, table = ''] = /^(.*)( · \d+)$/.exec(name) ?? [];
  const key = `table.${event}`;
  return host === null && t.has(key) ? t(key) + table : name;
}

/** "3rd"; in Chinese "第 3". */
export function ordinal(value: number): string {
  if (lang.value === 'zh') return `第 ${number(value)}`;
  const ends: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' };
  return number(value) + (ends[ENGLISH.select(value)] ?? 'th');
}
const ENGLISH = new Intl.PluralRules('en', { type: 'ordinal' });

export function number(value: number): string {
  return value.toLocaleString(lang.value === 'zh' ? 'zh-CN' : 'en-US');
}

export function timeOfDay(ms: number): string {
  return new Date(ms).toLocaleTimeString(lang.value === 'zh' ? 'zh-CN' : 'en-US', {
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  });
}

/** "Sat 14 Nov, 20:30"; today, the time alone. */
export function dateAndTime(ms: number): string {
  const when = new Date(ms);
  if (when.toDateString() === new Date().toDateString()) return timeOfDay(ms);
  return when.toLocaleString(lang.value === 'zh' ? 'zh-CN' : 'en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  });
}
