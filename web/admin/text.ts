import { catalogue } from '../lib/i18n';
import en from './text/en';
import zh from './text/zh';

export const t = catalogue(en, zh);

/** The name of a command. Commands that are newer than this client keep the server's name. */
export function commandText(command: string): string {
  const key = `do.${command}`;
  return key in en ? t(key as keyof typeof en) : command;
}
