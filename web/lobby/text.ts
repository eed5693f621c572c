import { catalogue } from '../lib/i18n';
import en from './text/en';
import zh from './text/zh';

export const t = catalogue(en, zh);

/** The betting structure. Structures that are newer than this client keep the server's name. */
export function betting(structure: string): string {
  const key = `betting.${structure}`;
  return key in en ? t(key as keyof typeof en) : structure;
}
