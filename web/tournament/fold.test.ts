import { expect, test } from 'vitest';
import type {
  DealData,
  EntrantData,
  TournamentData,
  TournamentEvent,
  TournamentFigures,
  YouData,
} from '../lib/wire';
import { mayChangeOptions, stateAfter, type TournamentState, type StateMessage } from './fold';

const figures = { status: 'registering', entries: 1, left: 1, level: 1 } as TournamentFigures;
const row = { id: 't1', status: 'registering', entries: 1, stack: 1500 } as TournamentData;
const ada = { player: 0, name: 'Ada', status: 'waiting' } as EntrantData;
const whole = {
  type: 'tournament',
  id: 't1',
  epoch: 'e',
  seq: 4,
  tournament: row,
  figures,
  prizes: [],
  tables: [],
  standings: [ada],
  deal: null,
  you: null as unknown as YouData,
} as unknown as StateMessage;
const start = stateAfter(null, whole, 10)!;
const after = (was: TournamentState, ...events: TournamentEvent[]) =>
  stateAfter(
    was,
    { type: 'tournament_events', id: 't1', seq: 5, events, figures: { ...figures, entries: 2 } },
    20,
  )!;

test('messages before the first complete one are ignored', () => {
  expect(stateAfter(null, { type: 'standings' } as StateMessage, 1)).toBeNull();
  expect(start.standings).toEqual([ada]);
  expect(start.at).toBe(10);
});

test('the list row has the latest figures', () => {
  const now = after(start);
  expect(now.tournament.entries).toBe(2);
  expect(now.at).toBe(20);
  expect(start.tournament.entries).toBe(1);
});

test('before the start events add and remove entrants, each once', () => {
  const bea = { event: 'registered', player: 1, name: 'Bea', bot: false, entries: 2 } as const;
  const now = after(start, bea);
  expect(now.standings.map(({ name, stack }) => [name, stack])).toEqual([
    ['Ada', undefined],
    ['Bea', 1500],
  ]);
  expect(after(now, bea).standings).toHaveLength(2);
  const gone = { event: 'unregistered', player: 0, name: 'Ada', entries: 1 } as const;
  expect(after(now, gone).standings.map(({ name }) => name)).toEqual(['Bea']);
});

test('new standings replace the old ones', () => {
  const message = { type: 'standings', id: 't1', figures, prizes: [70, 30], tables: [] };
  const now = stateAfter(start, { ...message, standings: [] } as unknown as StateMessage, 30)!;
  expect([now.prizes, now.standings]).toEqual([[70, 30], []]);
});

test('a deal is proposed, answered by each player and closed', () => {
  const shares = [0, 1].map(player => ({
    player,
    name: '',
    stack: 1,
    prize: 1,
    bounty: 0,
    agrees: null,
  }));
  const deal: DealData = { by: 'Ada', left: 60_000, shares };
  const proposed = after(start, { event: 'deal_proposed', deal });
  const answered = after(proposed, {
    event: 'deal_answered',
    player: 1,
    name: 'Bea',
    agrees: true,
  });
  expect(answered.deal!.shares.map(({ agrees }) => agrees)).toEqual([null, true]);
  expect(after(answered, { event: 'deal_over', made: false }).deal).toBeNull();
});

test('the user’s options are fetched again only after events that may change them', () => {
  const out = (name: string): TournamentEvent => ({
    event: 'eliminated',
    place: 3,
    left: 2,
    players: [{ player: 1, name, prize: 0, hand: null }],
  });
  const you = { player: 1 } as YouData;
  expect(mayChangeOptions(out('Bea'), you, 'Bea')).toBe(true);
  expect(mayChangeOptions(out('Ada'), you, 'Bea')).toBe(false);
  const registered = (name: string): TournamentEvent => ({
    event: 'registered',
    player: 2,
    name,
    bot: false,
    entries: 3,
  });
  expect(mayChangeOptions(registered('Cem'), null, 'Cem')).toBe(true);
  expect(mayChangeOptions(registered('Cem'), null, 'Bea')).toBe(false);
  const rose: TournamentEvent = { event: 'break_ended' };
  expect(mayChangeOptions(rose, you, 'Bea')).toBe(true);
  expect(mayChangeOptions(rose, null, 'Bea')).toBe(false);
});
