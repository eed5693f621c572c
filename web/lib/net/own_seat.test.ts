import { expect, test } from 'vitest';
import { seatAfter, type OwnSeat } from './own_seat';
import type { Event, Message } from '../wire';

const masa = 'm1';
const view = (you: number | null) =>
  ({ type: 'view', masa, room: { name: 'Copper' }, view: { you } }) as unknown as Message;
const events = (...happened: object[]) =>
  ({ type: 'events', masa, seq: 1, events: happened as Event[] }) as unknown as Message;
const act = { type: 'act', masa } as unknown as Message;
const acted = (side: number) => ({ event: 'player_acted', side });

const after = (...messages: Message[]): OwnSeat | null =>
  messages.reduce<OwnSeat | null>((seat, message) => seatAfter(seat, message), null);

test('a spectator has no seat', () => {
  expect(after(view(null), act)).toBeNull();
});

test('a turn ends with an act of the player or of the clock', () => {
  expect(after(view(2))).toEqual({ masa, name: 'Copper', you: 2, isTurn: false, until: 0 });
  expect(after(view(2), events(acted(1)), act)?.isTurn).toBe(true);
  expect(after(view(2), act, events({ event: 'sit_out', side: 1 }))?.isTurn).toBe(true);
  expect(after(view(2), act, events(acted(2)))?.isTurn).toBe(false);
  const answered = (side: number, agrees: boolean) => ({ event: 'twice_answered', side, agrees });
  expect(after(view(2), act, events(answered(2, true)))?.isTurn).toBe(false);
  expect(after(view(2), act, events(answered(1, true)))?.isTurn).toBe(true);
  expect(after(view(2), act, events({ event: 'hand_ended' }))?.isTurn).toBe(false);
});

test('the question about two boards ends when another player refuses or does not answer', () => {
  const refused = { event: 'twice_answered', side: 1, agrees: false };
  expect(after(view(2), act, events(refused))?.isTurn).toBe(false);
  const timedOut = { event: 'timed_out', side: 1 };
  expect(after(view(2), act, events(timedOut, { event: 'hands_shown' }))?.isTurn).toBe(false);
});

test('the time limit starts and ends with the turn', () => {
  const asked = { type: 'act', masa, left: 9000 } as unknown as Message;
  const seat = seatAfter(after(view(2)), asked, () => 1000);
  expect(seat?.until).toBe(10_000);
  expect(seatAfter(seat, events(acted(2)))?.until).toBe(0);
});

test('a seat ends when the player leaves or the table closes', () => {
  expect(after(view(2), events({ event: 'player_left', side: 1 }))).not.toBeNull();
  expect(after(view(2), events({ event: 'player_left', side: 2 }))).toBeNull();
  expect(after(view(2), { type: 'left_table', masa, stack: 5 })).toBeNull();
  expect(after(view(2), { type: 'closed', masa })).toBeNull();
});
