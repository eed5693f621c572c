/** Translated texts. Each page has a folder `text/` with a catalogue per language, and binds them:
 *
 *     import en from './text/en';  import zh from './text/zh';
 *     export const t = catalogue(en, zh);        // t('sit'), t('raise_to', { to: 60 })
 *
 * The compiler checks the keys, and a test compares the catalogues of all languages. */

import { effect, signal } from '@preact/signals';
import { lang, type Lang } from './settings';
import type en from './text/en';

export type Texts<K extends string> = Readonly<Record<K, string>>;
export type Values = Readonly<Record<string, string | number>>;

/** Fills `{name}`, and `{count|hand|hands}` with the singular or plural for a count. */
export function fill(text: string, values: Values = {}): string {
  return text.replace(
    /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g,
    (all, name: string, one?: string, many?: string) => {
      if (!(name in values)) return all;
      const value = shownName(String(values[name]));
      return one === undefined ? value : value === '1' ? one : many!;
    },
  );
}

/** A player's name as shown. The server adds "(bot)" to the names of house bots. */
export const shownName = (name: string): string =>
  lang.value === 'zh' ? name.replaceAll(' (bot)', '（机器人）') : name;

export function catalogue<K extends string>(english: Texts<K>, chinese: Texts<K>) {
  const all: Record<Lang, Texts<K>> = { en: english, zh: chinese };
  return (key: K, values?: Values): string => fill(all[lang.value][key], values);
}

/** A catalogue for large pages, which fetches only the current language. The module that binds it
 * awaits it, so that nothing is drawn in the wrong language. After a change of language the new
 * texts appear as soon as they are loaded. */
export async function fetchCatalogue<K extends string>(
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

/** The texts that every page needs. */
export const t = await fetchCatalogue<keyof typeof en>({
  en: () => import('./text/en'),
  zh: () => import('./text/zh'),
});

/** The text of a refusal in the user's language. If the catalogue has no text for its code, the
 * server's own text. */
export function refusalText(code: string, message: string): string {
  const key = `refused.${code}`;
  return t.has(key) ? t(key) : message;
}

/** The name of a table or tournament. Names of house tables are translated; names given by a host
 * are not. A tournament table has its number after the name. */
export function tableName(name: string, host: string | null = null): string {
  const [, event = name, table = ''] = /^(.*)( · \d+)$/.exec(name) ?? [];
  const key = `table.${event}`;
  return host === null && t.has(key) ? t(key) + table : name;
}

/** An ordinal number: "3rd", in Chinese "第 3". */
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

/** Date and time: "Sat 14 Nov, 20:30". For today only the time. */
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
