/** Words. Each page has a folder `text/` with a catalogue for each language, and binds them here:
 *
 *     import en from './text/en';  import zh from './text/zh';
 *     export const t = catalogue(en, zh);        // t('sit'), t('raise_to', { to: 60 })
 *
 * Keys are checked by the compiler; a test holds the catalogues against each other. */

import { lang, type Lang } from './settings';
import en from './text/en';
import zh from './text/zh';

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

/** The words that every page needs. */
export const t = catalogue(en, zh);

/** A refusal in the reader's language; in the server's words where there is no text for its code. */
export function refusalText(code: string, words: string): string {
  const key = `refused.${code}`;
  return key in en ? t(key as keyof typeof en) : words;
}

/** A table by its name: house tables have one in each language, a host's have what they gave it. */
export function tableName(name: string, host: string | null = null): string {
  const key = `table.${name}`;
  return host === null && key in en ? t(key as keyof typeof en) : name;
}

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
