import { expect, test } from 'vitest';
import { faultsOf, toSend, usual } from './table_form';

test('the default values are valid', () => {
  expect(faultsOf(usual(false))).toEqual([]);
  expect(faultsOf(usual(true))).toEqual([]);
  expect(toSend(usual(true), 'x').rules).toBe('tda');
});

test('buy-ins are entered in big blinds and sent in chips', () => {
  const sent = toSend(
    { ...usual(false), small: 5, big: 10, leastBuyIn: 40, mostBuyIn: 100.5 },
    'x',
  );
  expect([sent.least_buy_in, sent.most_buy_in]).toEqual([400, 1005]);
});

test('a table without a name gets the default name', () => {
  expect(toSend({ ...usual(false), name: '  ' }, 'Table of Ada').name).toBe('Table of Ada');
  expect(toSend({ ...usual(false), name: ' Friday ' }, 'Table of Ada').name).toBe('Friday');
});

test('invalid values are found before the request is sent', () => {
  const wish = usual(false);
  expect(faultsOf({ ...wish, small: 4 })).toEqual(['blinds']);
  expect(faultsOf({ ...wish, big: NaN })).toEqual(['blinds']);
  expect(faultsOf({ ...wish, small: 0.5 })).toEqual(['blinds']);
  expect(faultsOf({ ...wish, rules: 'limit', small: 1, big: 20 })).toEqual(['half']);
  expect(faultsOf({ ...wish, rules: 'botpoker', small: 4, big: 9 })).toEqual(['half']);
  expect(faultsOf({ ...wish, rules: 'limit', small: 10, big: 20 })).toEqual([]);
  expect(faultsOf({ ...wish, ante: 0.5 })).toEqual(['ante']);
  expect(faultsOf({ ...wish, leastBuyIn: 300 })).toEqual(['buy_in']);
});
