/** The label of a bet size button. */

import { t } from './text';

const PARTS: Record<string, string> = {
  '1/4': '¼',
  '1/3': '⅓',
  '1/2': '½',
  '2/3': '⅔',
  '3/4': '¾',
};

export function sizeText(size: string): string {
  if (size === 'min' || size === 'pot' || size === 'all_in') return t(`size.${size}`);
  return PARTS[size] ?? size.replace('x', '×').replace('bb', ' BB');
}
