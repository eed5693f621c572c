import { catalogue } from '../lib/i18n';
import en from './text/en';
import zh from './text/zh';

export const t = catalogue(en, zh);

/** The title of a group of routes. Groups that are newer than this client keep the server's name. */
export function groupName(tag: string): string {
  const key = `tag.${tag}`;
  return key in en ? t(key as keyof typeof en) : tag;
}
