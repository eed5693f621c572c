import { expect, test } from 'vitest';
import { serverQuery, EVERY, fromQuery, isOn, toQuery } from './filter';

test('the address has only the fields that filter', () => {
  const filter = { ...EVERY, position: 'BTN', showdown: 'true' as const, starting: 'AKs, QQ+' };
  expect(toQuery(filter)).toBe('position=BTN&starting=AKs%2C+QQ%2B&showdown=true');
  expect(fromQuery(`?${toQuery(filter)}`)).toEqual(filter);
  expect([isOn(EVERY), isOn({ ...EVERY, source: 'uploads' }), isOn(filter)]).toEqual([
    false,
    false,
    true,
  ]);
});

test('invalid values in the address are ignored', () => {
  const typed = '?position=X&least_pot=-3&since=2026-13-01&result=both&all_in=1&more=1&most_big=2k';
  expect(fromQuery(typed)).toEqual(EVERY);
});

test('a day begins and ends in the user’s time zone', () => {
  const query = new URLSearchParams(
    serverQuery({ ...EVERY, since: '2026-11-16', until: '2026-11-16' }),
  );
  expect(Number(query.get('since'))).toBe(new Date(2026, 10, 16).getTime());
  expect(Number(query.get('until'))).toBe(new Date(2026, 10, 17).getTime() - 1);
});
