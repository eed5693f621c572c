import { signal } from '@preact/signals';
import { expect, test, vi } from 'vitest';
import type { Event } from './filter';

vi.mock('../lib/settings', () => ({ lang: signal('en') }));
const { EVERYTHING, fits, pricesAmong, sorted, whenOf } = await import('./filter');

const event = (some: Partial<Event>): Event =>
  ({
    id: 'a',
    name: 'Turbo',
    host: null,
    kind: 'sitandgo',
    status: 'registering',
    open: true,
    buy_in: 100,
    entries: 1,
    people: 1,
    most: 6,
    starts: null,
    started: null,
    ended: null,
    ...some,
  }) as Event;
const every = { ...EVERYTHING, when: 'open' } as const;

test('a tournament with late registration is open and running', () => {
  expect(whenOf(event({}))).toEqual(['open']);
  expect(whenOf(event({ status: 'running' }))).toEqual(['open', 'running']);
  expect(whenOf(event({ status: 'paused', open: false }))).toEqual(['running']);
  expect(whenOf(event({ status: 'ended', open: false }))).toEqual(['over']);
  // A full tournament stays in the list of open ones, where its entrants look for it.
  expect(whenOf(event({ open: false }))).toEqual(['open']);
});

test('each filter hides what does not match', () => {
  const one = event({ name: 'Sunday deep', host: 'Mira', kind: 'scheduled', people: 0 });
  expect(fits(one, every)).toBe(true);
  expect(fits(one, { ...every, words: 'deep mira' })).toBe(true);
  expect(fits(one, { ...every, words: 'turbo' })).toBe(false);
  expect(fits(one, { ...every, kind: 'sitandgo' })).toBe(false);
  expect(fits(one, { ...every, price: 100 })).toBe(true);
  expect(fits(one, { ...every, price: 99 })).toBe(false);
  expect(fits(one, { ...every, people: true })).toBe(false);
  expect(fits(one, { ...every, when: 'running' })).toBe(false);
});

test('the fullest sit-and-go comes first, then the next start, then running ones', () => {
  const played = event({ id: 'played', status: 'running', started: 5 });
  const later = event({ id: 'later', kind: 'scheduled', starts: 900 });
  const soon = event({ id: 'soon', kind: 'scheduled', starts: 100 });
  const empty = event({ id: 'empty', entries: 0 });
  const nearly = event({ id: 'nearly', entries: 5 });
  const order = sorted([played, later, soon, empty, nearly]).map(({ id }) => id);
  expect(order).toEqual(['nearly', 'empty', 'soon', 'later', 'played']);
});

test('the newest finished tournament comes first', () => {
  const over = [1, 3, 2].map(ended => event({ id: `e${ended}`, started: 1, ended }));
  expect(sorted(over).map(({ id }) => id)).toEqual(['e3', 'e2', 'e1']);
});

test('prices are options once each, the lowest first', () => {
  expect(pricesAmong([200, 0, 100, 200].map(buy_in => event({ buy_in })))).toEqual([0, 100, 200]);
});
