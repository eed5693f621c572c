/** A side that one holds at some table, as far as it matters to whoever is looking at another page:
 * where it is, and whether it is one's turn there. */

import type { Event, Message } from '../wire';

export interface Held {
  masa: string;
  /** Of the table. */
  name: string;
  /** Which side; null until the room has said. */
  you: number | null;
  isTurn: boolean;
  /** By when one has to act, by the page's own time; 0 while it is not one's turn. */
  until: number;
}

/** Whether what happened ends the turn of this side. */
export function endsTurn(event: Event, side: number | null): boolean {
  return (
    event.event === 'hand_ended' ||
    event.event === 'aborted' ||
    ((event.event === 'player_acted' || event.event === 'twice_answered') && event.side === side)
  );
}

/** What is held after a message about that table; null if nothing is any more, or was. */
export function told(
  held: Held | null,
  message: Message,
  now: () => number = () => performance.now(),
): Held | null {
  switch (message.type) {
    case 'view':
    case 'joined_table': {
      const { you } = message.view;
      if (you === null) return null;
      // If it is one's turn, `act` follows.
      return { masa: message.masa, name: message.room.name, you, isTurn: false, until: 0 };
    }
    case 'room':
      return held && { ...held, name: message.room.name };
    case 'act':
      return held && { ...held, isTurn: true, until: now() + message.left };
    case 'events': {
      if (!held) return null;
      const isUp = message.events.some(
        event => event.event === 'player_left' && event.side === held.you,
      );
      if (isUp) return null;
      const isOver = message.events.some(event => endsTurn(event, held.you));
      return isOver ? { ...held, isTurn: false, until: 0 } : held;
    }
    case 'left_table':
    case 'closed':
      return null;
    default:
      return held;
  }
}
