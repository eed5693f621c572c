/** One of the user's own seats, as far as other pages need it: at which table it is, and whether it
 * is the user's turn there. */

import type { Event, Message } from '../wire';

export interface OwnSeat {
  masa: string;
  /** Name of the table. */
  name: string;
  /** Number of the side. Null until the server has sent it. */
  you: number | null;
  isTurn: boolean;
  /** End of the time to act, on the clock of `performance.now()`. 0 while it is not the user's
   * turn. */
  until: number;
}

/** Whether this event ends the turn of this side. One refusal settles for all players that the hand
 * is not run twice. A player who does not answer refuses without an event, and the hands are shown. */
export function endsTurn(event: Event, side: number | null): boolean {
  switch (event.event) {
    case 'player_acted':
      return event.side === side;
    case 'twice_answered':
      return event.side === side || !event.agrees;
    default:
      return ['hands_shown', 'hand_ended', 'aborted'].includes(event.event);
  }
}

/** The seat after a message about its table. Null if the user has no seat there, or no longer. */
export function seatAfter(
  seat: OwnSeat | null,
  message: Message,
  now: () => number = () => performance.now(),
): OwnSeat | null {
  switch (message.type) {
    case 'view':
    case 'joined_table': {
      const { you } = message.view;
      if (you === null) return null;
      // If it is the user's turn, an `act` message follows.
      return { masa: message.masa, name: message.room.name, you, isTurn: false, until: 0 };
    }
    case 'room':
      return seat && { ...seat, name: message.room.name };
    case 'act':
      return seat && { ...seat, isTurn: true, until: now() + message.left };
    case 'events': {
      if (!seat) return null;
      const isUp = message.events.some(
        event => event.event === 'player_left' && event.side === seat.you,
      );
      if (isUp) return null;
      const isOver = message.events.some(event => endsTurn(event, seat.you));
      return isOver ? { ...seat, isTurn: false, until: 0 } : seat;
    }
    case 'left_table':
    case 'closed':
      return null;
    default:
      return seat;
  }
}
