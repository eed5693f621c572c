import { expect, test } from 'vitest';
import { faultsIn, requestOf, defaults } from './table_form';

test('the default values are valid', () => {
  expect(faultsIn(defaults(false))).toEqual([]);
  expect(faultsIn(defaults(true))).toEqual([]);
  expect(requestOf(defaults(true), 'x').rules).toBe('tda');
});

test('buy-ins are entered in big blinds and sent in chips', () => {
  const sent = requestOf(
    { ...defaults(false), small: 5, big: 10, leastBuyIn: 40, mostBuyIn: 100.5 },
    'x',
  );
  expect([sent.least_buy_in, sent.most_buy_in]).toEqual([400, 1005]);
});

test('a table without a name gets the default name', () => {
  expect(requestOf({ ...defaults(false), name: '  ' }, 'Table of Ada').name).toBe('Table of Ada');
  expect(requestOf({ ...defaults(false), name: ' Friday ' }, 'Table of Ada').name).toBe('Friday');
});

test('invalid values are found before the request is sent', () => {
  const form = defaults(false);
  expect(faultsIn({ ...form, small: 4 })).toEqual(['blinds']);
  expect(faultsIn({ ...form, big: NaN })).toEqual(['blinds']);
  expect(faultsIn({ ...form, small: 0.5 })).toEqual(['blinds']);
  expect(faultsIn({ ...form, rules: 'limit', small: 1, big: 20 })).toEqual(['half']);
  expect(faultsIn({ ...form, rules: 'botpoker', small: 4, big: 9 })).toEqual(['half']);
  expect(faultsIn({ ...form, rules: 'limit', small: 10, big: 20 })).toEqual([]);
  expect(faultsIn({ ...form, ante: 0.5 })).toEqual(['ante']);
  expect(faultsIn({ ...form, leastBuyIn: 300 })).toEqual(['buy_in']);
});

test('beside house bots the stakes have to be played for', () => {
  const beside = { ...defaults(false), big: 10, small: 5 };
  expect(faultsIn({ ...beside, small: 4 })).toEqual(['blinds']);
  expect(faultsIn({ ...beside, ante: 11 })).toEqual(['ante']);
  expect(faultsIn({ ...beside, leastBuyIn: 19 })).toEqual(['buy_in']);
  expect(requestOf({ ...beside, entry: 'free' }, 'x').entry).toBe('returning');
  const friends = { ...beside, bots: false, small: 0, ante: 11, leastBuyIn: 3 };
  expect(faultsIn(friends)).toEqual([]);
  expect(requestOf({ ...friends, entry: 'free' }, 'x').entry).toBe('free');
});
