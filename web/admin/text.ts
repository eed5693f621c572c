import { catalogue } from '../lib/i18n';
import en from './text/en';
import zh from './text/zh';

export const t = catalogue(en, zh);

/** What a command is called; one that is not known yet, as the room calls it. */
export function commandText(command: string): string {
  const key = `do.${command}`;
  return key in en ? t(key as keyof typeof en) : command;
}
