import { catalogue } from '../lib/i18n';
import en from './text/en';
import zh from './text/zh';

export const t = catalogue(en, zh);

/** A group of routes; one that is newer than this client stays as the room names it. */
export function groupName(tag: string): string {
  const key = `tag.${tag}`;
  return key in en ? t(key as keyof typeof en) : tag;
}
