/** Rule sets by name, with their differences. */

import type { Rules } from '../lib/api';

/** The value of every option, as a key for its text. */
export type Options = Record<string, string>;

const inWords = (value: unknown): string =>
  (Array.isArray(value) ? value.join(' ') : String(value)).toLowerCase().replace(/[(),]/g, '');

/** The options of a rule set: "tda, betting=pot limit" means all of tda's options but one. Null if
 * the name is unknown. */
export function optionsOf(rules: string, named: readonly Rules[]): Options | null {
  // Values may contain commas: (3, 4, 4, 4).
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

/** The options that matter at a cash table: a cap on raises only in fixed limit, the smallest raise
 * only in the other structures. `busts`, the order of simultaneous eliminations, is left out. */
export function relevant(options: Options): [option: string, value: string][] {
  const isFixed = options.betting === 'fixed limit';
  const hasCap = isFixed && /\d/.test(options.raise_cap ?? '');
  const without = ['busts', ...(hasCap ? [] : CAP), ...(isFixed ? ['least_raise'] : [])];
  return Object.entries(options).filter(([option]) => !without.includes(option));
}
