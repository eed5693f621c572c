/** House rules as the room names them: the nearest named ones, and where they differ. */

import type { Rules } from '../lib/api';

/** Every option by its value, in words that can be looked up. */
export type Options = Record<string, string>;

const inWords = (value: unknown): string =>
  (Array.isArray(value) ? value.join(' ') : String(value)).toLowerCase().replace(/[(),]/g, '');

/** "tda, betting=pot limit" is all of tda's options but one; null where the set is not known. */
export function optionsOf(rules: string, named: readonly Rules[]): Options | null {
  // A value may have commas itself: (3, 4, 4, 4).
  const [name, ...differences] = rules.split(/, (?=\w+=)/);
  const set = named.find(other => other.name === name);
  if (!set) return null;
  const options = Object.fromEntries(
    Object.entries(set.options).map(([option, value]) => [option, inWords(value)]),
  );
  for (const difference of differences) {
    const [option = '', value = ''] = difference.split('=');
    options[option] = inWords(value);
  }
  return options;
}

const CAP = ['raise_cap', 'cap_counts_bet', 'cap_lifts_heads_up'];

/** What matters at a table with these: a cap of raises does so in fixed limit only, the least raise
 * in the others only, and who places higher in tournaments only. */
export function relevant(options: Options): [option: string, value: string][] {
  const isFixed = options.betting === 'fixed limit';
  const hasCap = isFixed && /\d/.test(options.raise_cap ?? '');
  const without = ['busts', ...(hasCap ? [] : CAP), ...(isFixed ? ['least_raise'] : [])];
  return Object.entries(options).filter(([option]) => !without.includes(option));
}
