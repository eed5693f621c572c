/** Twin of src/pokermasa/server/protocol/encoding.py, compared by web/masa/fold.test.ts.
 *
 * Applies events to the view, so that it equals the view that the server would send. Pure: the view
 * passed in is not changed. `fold.test.ts` compares the results with the server's views. */

import type { Event, GameData, PlayerData, PotData, SeatData, ViewData } from '../lib/wire';

/** Applies an event to the view. Returns null if the new view is known only to the server. */
export function fold(view: ViewData, event: Event): ViewData | null {
  switch (event.event) {
    case 'player_joined': {
      const seat: SeatData = {
        side: event.side,
        name: event.name,
        stack: event.stack,
        status: 'WaitNextHand',
        sit_out: false,
        leaving: false,
        owes: event.owes,
        posts: false,
        straddles: false,
        bot: event.bot,
        time_bank: view.terms.time_bank,
      };
      return waiting({
        ...view,
        seats: [...view.seats, seat].sort((a, b) => a.side - b.side),
      });
    }
    case 'player_left': {
      const seats = view.seats.filter(seat => seat.side !== event.side);
      const left = { ...view, seats };
      if (view.you !== event.side) return waiting(left);
      return waiting({ ...left, you: null, preselected: null, auto_top_up: null });
    }
    case 'renamed':
      return seat(view, event.side, { name: event.name });
    case 'leave_after_hand':
      return leaveAfterHand(view, event.side, event.value);
    case 'leaving': {
      if (!isInHand(view, event.side)) return seat(view, event.side, { leaving: true });
      const left = seat(view, event.side, { leaving: true, status: 'SitoutNextHand' });
      return view.you === event.side ? { ...left, preselected: null } : left;
    }
    case 'sit_out':
      return seat(view, event.side, {
        sit_out: event.value,
        posts: event.posts && !event.value,
      });
    case 'topped_up': {
      const stack = (view.seats.find(s => s.side === event.side)?.stack ?? 0) + event.amount;
      return waiting(seat(view, event.side, { stack }));
    }
    case 'straddle_set':
      return seat(view, event.side, { straddles: event.value });
    case 'time_bank_spent':
    case 'time_bank_refilled': {
      const bank = view.seats.find(s => s.side === event.side)?.time_bank ?? 0;
      const change = event.event === 'time_bank_spent' ? -event.amount : event.amount;
      return seat(view, event.side, { time_bank: bank + change });
    }
    case 'blinds_changed':
      return { ...view, blinds: event.blinds, bets: event.bets };
    case 'rules_changed':
      return { ...view, rules: event.rules, betting: event.betting };
    case 'preselect':
      return view.you === event.side ? { ...view, preselected: event.choice } : view;
    case 'preselect_voided':
      return view.you === event.side ? { ...view, preselected: null } : view;
    case 'hand_ended':
      return ended(view, new Map(event.stacks.map(({ side, stack }) => [side, stack])));
    case 'aborted':
      return null;
    case 'dealer_rotated':
      return dealt(view, event);
    case 'timed_out':
    case 'cards_shown':
    case 'rabbit_shown':
    case 'odds':
    case 'chips_given':
      return view;
    default:
      return view.game ? inHand(view, view.game, event) : null;
  }
}

type InHand = Extract<
  Event,
  {
    event:
      | 'posted'
      | 'deal_pocket_cards'
      | 'actor_rotated'
      | 'player_acted'
      | 'board_updated'
      | 'twice_offered'
      | 'twice_answered'
      | 'hands_shown';
  }
>;

function inHand(view: ViewData, game: GameData, event: InHand): ViewData {
  switch (event.event) {
    case 'posted': {
      const { side, ante, dead, live } = event;
      return player(view, game, side, was => {
        const stack = was.stack - ante - dead - live;
        const role = stack ? was.role : live ? 'N' : 'O';
        return { ...was, stack, role, wager: was.wager + live };
      });
    }
    case 'deal_pocket_cards':
      return player(view, game, event.side, was => ({ ...was, cards: event.cards }));
    case 'actor_rotated':
      return {
        ...view,
        status: 'started',
        to_act: event.side,
        game: { ...game, price: event.price },
      };
    case 'player_acted': {
      const { side, act, stack, wager } = event;
      const isFold = act === 'FO';
      const next = isFold ? withoutSide(game, side) : game;
      const acted = player(view, next, side, was => ({
        ...was,
        act,
        stack,
        wager,
        role: isFold ? 'F' : stack ? was.role : 'N',
      }));
      const over = { ...acted, to_act: null };
      return view.you === side ? { ...over, preselected: null } : over;
    }
    case 'board_updated':
      return { ...view, game: gathered(game, event, event.cards) };
    case 'twice_offered': {
      const now = gathered(game, event, game.board, true);
      const stacks = new Map(event.stacks.map(({ side, stack }) => [side, stack]));
      const players = now.players.map(was => ({
        ...was,
        stack: stacks.get(was.side) ?? was.stack,
      }));
      const twice = { sides: event.sides, agreed: [] };
      return tabled({ ...view, to_act: null }, { ...now, players, twice }, event.hands);
    }
    case 'twice_answered': {
      if (!game.twice) return view;
      const { sides } = game.twice;
      const agreed = [...game.twice.agreed, event.side].sort((a, b) => a - b);
      // The offer ends with one refusal or when everybody has agreed.
      const isOpen = event.agrees && agreed.length < sides.length;
      return { ...view, game: { ...game, twice: isOpen ? { sides, agreed } : null } };
    }
    case 'hands_shown':
      // Nobody is asked about two boards any more. A refusal by time-out has no event of its own.
      return tabled(view, { ...game, twice: null }, event.hands);
  }
}

function dealt(view: ViewData, event: Extract<Event, { event: 'dealer_rotated' }>): ViewData {
  const sides = new Set(event.sides);
  const owes = new Set(event.owes);
  const stacks = new Map(view.seats.map(({ side, stack }) => [side, stack]));
  return {
    ...view,
    button: event.side,
    hand: event.hand,
    // The status until the first turn. No turn comes if the blinds put everybody all in.
    status: 'created',
    to_act: null,
    preselected: view.you !== null && sides.has(view.you) ? null : view.preselected,
    seats: view.seats.map(was =>
      sides.has(was.side)
        ? { ...was, status: 'Involved', owes: false, posts: false, straddles: false }
        : { ...was, owes: owes.has(was.side) },
    ),
    game: {
      round: 'P',
      settled: false,
      small: event.small,
      big: event.big,
      board: [],
      price: 0,
      pot: total(event.running_pot, event.side_pots),
      running_pot: event.running_pot,
      side_pots: event.side_pots,
      twice: null,
      players: event.sides.map(side => ({
        side,
        role: 'I',
        stack: stacks.get(side) ?? 0,
        wager: 0,
        act: null,
        cards: null,
      })),
    },
  };
}

/** Moves the wagers into the pots. After the last betting round the last acts stay visible. */
function gathered(
  game: GameData,
  pots: { running_pot: PotData; side_pots: PotData[] },
  board: string[],
  isOver = false,
): GameData {
  return {
    ...game,
    board,
    round: 'PPPFTR'[board.length] ?? 'R',
    price: 0,
    pot: total(pots.running_pot, pots.side_pots),
    running_pot: pots.running_pot,
    side_pots: pots.side_pots,
    players: game.players.map(was => ({
      ...was,
      wager: 0,
      act: isOver ? was.act : null,
      role: was.role === 'N' ? 'O' : was.role,
    })),
  };
}

function ended(view: ViewData, stacks: Map<number, number>): ViewData {
  const seats = view.seats.map(was => ({ ...was, stack: stacks.get(was.side) ?? was.stack }));
  // Players who sit out leave the game now. Separate events follow for them.
  return waiting({ ...view, seats, status: null, to_act: null, game: null, preselected: null });
}

function leaveAfterHand(view: ViewData, side: number, value: boolean): ViewData {
  if (!view.game) return view;
  if (value) return seat(view, side, { status: 'SitoutNextHand' });
  const status = isInHand(view, side) ? 'Involved' : 'WaitNextHand';
  return seat(view, side, { status, leaving: false });
}

/** Between hands, a single player waits for others, and several players wait for the next hand. */
function waiting(view: ViewData): ViewData {
  if (view.game) return view;
  const status = view.seats.length === 1 ? 'WaitOthers' : 'WaitNextHand';
  return { ...view, seats: view.seats.map(was => ({ ...was, status })) };
}

export function isInHand(view: ViewData, side: number): boolean {
  return !!view.game?.players.some(player => player.side === side);
}

function seat(view: ViewData, side: number, changes: Partial<SeatData>): ViewData {
  return {
    ...view,
    seats: view.seats.map(was => (was.side === side ? { ...was, ...changes } : was)),
  };
}

function player(
  view: ViewData,
  game: GameData,
  side: number,
  change: (was: PlayerData) => PlayerData,
): ViewData {
  const players = game.players.map(was => (was.side === side ? change(was) : was));
  const price = Math.max(game.price, ...players.map(now => now.wager));
  const wagers = players.reduce((sum, now) => sum + now.wager, 0);
  const pot = total(game.running_pot, game.side_pots) + wagers;
  return { ...view, game: { ...game, players, price, pot } };
}

function tabled(
  view: ViewData,
  game: GameData,
  hands: { side: number; cards: string[] }[],
): ViewData {
  const shown = new Map(hands.map(({ side, cards }) => [side, cards]));
  const players = game.players.map(was => ({ ...was, cards: shown.get(was.side) ?? was.cards }));
  return { ...view, game: { ...game, players } };
}

function withoutSide(game: GameData, side: number): GameData {
  const without = (pot: PotData) => ({
    ...pot,
    sides: pot.sides.filter(other => other !== side),
  });
  return {
    ...game,
    running_pot: without(game.running_pot),
    side_pots: game.side_pots.map(without),
  };
}

const total = (running: PotData, sides: PotData[]): number =>
  sides.reduce((sum, pot) => sum + pot.amount, running.amount);
