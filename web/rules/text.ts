import { catalogue } from '../lib/i18n';
import en from './text/en';
import zh from './text/zh';

export const t = catalogue(en, zh);

type Key = keyof typeof en;
const has = (key: string): key is Key => key in en;

/** The title of an option. Options that are newer than this client keep the server's name. */
export function titleOf(option: string): string {
  const key = `option.${option}`;
  return has(key) ? t(key) : option.replaceAll('_', ' ');
}

export function wordsFor(option: string, value: string): string {
  if (option === 'raise_cap') {
    const caps = value.split(' ');
    return new Set(caps).size === 1
      ? t('raise_cap.same', { n: caps[0]! })
      : t('raise_cap.each', { caps: caps.join(', ') });
  }
  const key = `${option}.${value}`;
  return has(key) ? t(key) : value;
}
