import { catalogue } from '../lib/i18n';
import { lang } from '../lib/settings';
import en from './text/en';
import zh from './text/zh';

export const t = catalogue(en, zh);

/** A date, as usual in the user's language: "3 March 2026". */
export function day(ms: number): string {
  return new Date(ms).toLocaleDateString(lang.value === 'zh' ? 'zh-CN' : 'en-GB', {
    dateStyle: 'medium',
  });
}
