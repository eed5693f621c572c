/** Texts of the table's panels (host, keys, sizes, players, rules), fetched when one is opened. */

import { fetched } from '../../lib/i18n';
import type en from './text/en';

export type TextKey = keyof typeof en;
export const t = await fetched<TextKey>({
  en: () => import('./text/en'),
  zh: () => import('./text/zh'),
});
