import { expect, test } from 'vitest';
import type { Rules } from '../lib/api';
import { optionsOf, relevant } from './house';

const NAMED: Rules[] = [
  {
    name: 'tda',
    options: {
      betting: 'no limit',
      least_raise: 'full raise',
      cap_counts_bet: false,
      raise_cap: [4, 4, 4, 4],
      busts: 'stack',
    },
  },
  { name: 'masa', options: { betting: 'no limit', cap_counts_bet: false, raise_cap: null } },
];

test('a named set has its own options', () => {
  expect(optionsOf('tda', NAMED)).toEqual({
    betting: 'no limit',
    least_raise: 'full raise',
    cap_counts_bet: 'false',
    raise_cap: '4 4 4 4',
    busts: 'stack',
  });
});

test('differences replace options, also with commas in a value', () => {
  const options = optionsOf('masa, betting=fixed limit, raise_cap=(3, 4, 4, 4)', NAMED);
  expect(options).toEqual({
    betting: 'fixed limit',
    cap_counts_bet: 'false',
    raise_cap: '3 4 4 4',
  });
});

test('an unknown set has no options', () => {
  expect(optionsOf('acey-deucey', NAMED)).toBeNull();
});

test('the cap on raises is shown only in fixed limit, the smallest raise elsewhere, and the order of eliminations never', () => {
  const names = (rules: string) => relevant(optionsOf(rules, NAMED)!).map(([option]) => option);
  expect(names('tda')).toEqual(['betting', 'least_raise']);
  expect(names('tda, betting=fixed limit')).toEqual(['betting', 'cap_counts_bet', 'raise_cap']);
  expect(names('masa, betting=fixed limit')).toEqual(['betting']);
});
