import { fetchCatalogue } from '../lib/i18n';
import type en from './text/en';

export type TextKey = keyof typeof en;
export const t = await fetchCatalogue<TextKey>({
  en: () => import('./text/en'),
  zh: () => import('./text/zh'),
});
