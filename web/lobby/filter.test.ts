import { signal } from '@preact/signals';
import { expect, test, vi } from 'vitest';
import type { Filter } from './filter';
import { onlyHosted, type Table } from './table';

const lang = signal('en');
vi.mock('../lib/settings', () => ({ lang }));
const { tableName } = await import('../lib/i18n');
const { EVERYTHING, fits, inOrder, isFiltered, sorted, stakesAmong } = await import('./filter');

const table = (id: string, change: Partial<Table> = {}): Table => ({
  id,
  name: id,
  sides: 6,
  players: 3,
  people: 0,
  playing: 0,
  waiting: 0,
  small: 1,
  big: 2,
  ante: 0,
  betting: 'no limit',
  rules: 'masa',
  hands: 10,
  average_pot: 20,
  hands_an_hour: 100,
  least_buy_in: 40,
  most_buy_in: 400,
  entry: 'returning',
  straddle: false,
  run_twice: false,
  act_time: null,
  bots: true,
  private: false,
  paused: false,
  host: null,
  ...change,
});
const ids = (tables: Table[]) => tables.map(({ id }) => id).join(' ');
const lets = (of: Table, filter: Partial<Filter>) => fits(of, { ...EVERYTHING, ...filter });

test('without a filter every table is listed', () => {
  expect(lets(table('a'), {})).toBe(true);
  expect(isFiltered(EVERYTHING)).toBe(false);
  expect(isFiltered({ ...EVERYTHING, free: true })).toBe(true);
});

test('the search looks in the names of table and host, ignoring case and character width', () => {
  const friday = table('f', { name: 'Friday Night', host: 'Ada' });
  expect(lets(friday, { words: 'night ada' })).toBe(true);
  expect(lets(friday, { words: 'Ｆｒｉ' })).toBe(true);
  expect(lets(friday, { words: 'monday' })).toBe(false);
});

test('only people make a table full, because bots give up their sides', () => {
  expect(lets(table('bots', { players: 6 }), { free: true })).toBe(true);
  expect(lets(table('full', { players: 6, people: 6 }), { free: true })).toBe(false);
});

test('tables can be filtered by size', () => {
  const sizes = [2, 6, 7].map(sides => table(String(sides), { sides }));
  expect(ids(sizes.filter(one => lets(one, { size: 'two' })))).toBe('2');
  expect(ids(sizes.filter(one => lets(one, { size: 'short' })))).toBe('6');
  expect(ids(sizes.filter(one => lets(one, { size: 'full' })))).toBe('7');
});

test('each stake is an option once, the lowest first', () => {
  const dear = table('dear', { small: 50, big: 100 });
  const cheap = table('cheap', { small: 5, big: 10 });
  expect(stakesAmong([dear, cheap, table('other', { small: 5, big: 10 })])).toEqual([
    '5/10',
    '50/100',
  ]);
  expect(lets(dear, { stakes: '5/10' })).toBe(false);
});

test('the liveliest table comes first, and a reversed column keeps the order of ties', () => {
  const tables = [
    table('b', { people: 1, average_pot: 5 }),
    table('a', { people: 1, average_pot: 5 }),
    table('c', { people: 4, average_pot: 1 }),
  ];
  expect(ids(sorted(tables, 'lively'))).toBe('c a b');
  expect(ids(sorted(tables, 'average_pot'))).toBe('a b c');
  expect(ids(sorted(tables, 'average_pot', true))).toBe('c a b');
});

test('with a fixed order tables keep their places and new ones come last', () => {
  const tables = [table('new', { people: 9 }), table('a'), table('b')];
  expect(ids(inOrder(tables, ['b', 'gone', 'a']))).toBe('b a new');
});

test('an own table is listed once, even with a seat there', () => {
  const place = (masa: string) => ({ masa, name: masa, key: null, small: 1, big: 2 });
  const me = {
    name: 'Ada',
    kind: 'person',
    chips: 0,
    role: null,
    refill: 0,
    refills_left: 0,
    private: false,
    seated: [place('1'), place('2')],
    hosted: [place('1'), place('3')],
  };
  expect(onlyHosted(me).map(({ masa }) => masa)).toEqual(['3']);
});

test('a house table is found by its name in both languages', async () => {
  lang.value = 'zh';
  // The Chinese names are fetched on first use.
  await vi.waitFor(() => expect(tableName('Copper')).toContain('铜'));
  const house = { ...table('Copper'), host: null };
  expect(fits(house, { ...EVERYTHING, words: '铜' })).toBe(true);
  expect(fits(house, { ...EVERYTHING, words: 'copper' })).toBe(true);
  // Names given by a host are not translated.
  expect(fits({ ...house, host: 'Ada' }, { ...EVERYTHING, words: '铜' })).toBe(false);
});
