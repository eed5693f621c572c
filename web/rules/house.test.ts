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

test('named rules are their options', () => {
  expect(optionsOf('tda', NAMED)).toEqual({
    betting: 'no limit',
    least_raise: 'full raise',
    cap_counts_bet: 'false',
    raise_cap: '4 4 4 4',
    busts: 'stack',
  });
});

test('differences are laid over them, also where a value has commas', () => {
  const options = optionsOf('masa, betting=fixed limit, raise_cap=(3, 4, 4, 4)', NAMED);
  expect(options).toEqual({
    betting: 'fixed limit',
    cap_counts_bet: 'false',
    raise_cap: '3 4 4 4',
  });
});

test('rules that nobody has named are not guessed', () => {
  expect(optionsOf('acey-deucey', NAMED)).toBeNull();
});

test('a cap of raises is told in fixed limit only, the least raise elsewhere, and the order of the broke never', () => {
  const names = (rules: string) => relevant(optionsOf(rules, NAMED)!).map(([option]) => option);
  expect(names('tda')).toEqual(['betting', 'least_raise']);
  expect(names('tda, betting=fixed limit')).toEqual(['betting', 'cap_counts_bet', 'raise_cap']);
  expect(names('masa, betting=fixed limit')).toEqual(['betting']);
});
