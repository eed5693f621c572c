/** Amounts as the player likes them: in chips or in big blinds, with the thousands apart. */

import { number } from '../lib/i18n';
import { settings } from '../lib/settings';

export function amount(chips: number, big: number): string {
  if (settings.unit.value === 'chips' || !big) return number(chips);
  const blinds = chips / big;
  const rounded = blinds >= 100 ? Math.round(blinds) : Math.round(blinds * 10) / 10;
  return `${number(rounded)} BB`;
}

/** Typed by somebody: in the unit they see. Null if it is no amount. */
export function readAmount(text: string, big: number): number | null {
  const plain = text.replace(/[\s,，']/g, '').replace(/bb$/i, '');
  if (!/^\d+(\.\d+)?$/.test(plain)) return null;
  const value = Number(plain);
  return Math.round(settings.unit.value === 'bb' ? value * big : value);
}
