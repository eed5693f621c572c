import { catalogue } from '../lib/i18n';
import en from './text/en';
import zh from './text/zh';

export const t = catalogue(en, zh);

/** How one may raise; a structure we have no word for stays as the server says it. */
export function betting(structure: string): string {
  const key = `betting.${structure}`;
  return key in en ? t(key as keyof typeof en) : structure;
}
