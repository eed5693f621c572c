/** An amount in big blinds with its sign. */

import { number } from '../lib/i18n';

export const blinds = (value: number): string => {
  const rounded = Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 10) / 10;
  const sign = rounded > 0 ? '+' : rounded < 0 ? '−' : '';
  return sign + number(Math.abs(rounded));
};
