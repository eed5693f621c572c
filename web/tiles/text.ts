import { catalogue } from '../lib/i18n';
import en from './text/en';
import zh from './text/zh';

export type TextKey = keyof typeof en;
export const t = catalogue(en, zh);
