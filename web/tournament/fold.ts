/** The client's state of a tournament, and the changes that messages make to it.
 *
 * The server sends standings, tables and prizes in full every second or two, and events with figures in
 * between. Pure: the state passed in is not changed. */

import type {
  DealData,
  EntrantData,
  StandingsMessage,
  StructureData,
  TournamentData,
  TournamentEvent,
  TournamentEventsMessage,
  TournamentFigures,
  TournamentMessage,
  TournamentTableData,
  YouData,
} from '../lib/wire';

export interface TournamentState {
  tournament: TournamentData;
  /** Null after the end, when only the archive has the tournament. */
  figures: TournamentFigures | null;
  structure: StructureData;
  prizes: number[];
  tables: TournamentTableData[];
  standings: EntrantData[];
  deal: DealData | null;
  you: YouData | null;
  /** Id of the tournament that follows this one. */
  next: string | null;
  /** Arrival of the figures, on the clock of `performance.now()`. */
  at: number;
}

export type StateMessage = TournamentMessage | TournamentEventsMessage | StandingsMessage;

export function stateAfter(
  was: TournamentState | null,
  message: StateMessage,
  at: number,
): TournamentState | null {
  if (message.type === 'tournament') {
    const { tournament, figures, structure, prizes, tables, standings, deal, you } = message;
    const next = was?.next ?? null;
    return { tournament, figures, structure, prizes, tables, standings, deal, you, next, at };
  }
  if (!was) return null;
  const { figures } = message;
  const now: TournamentState = {
    ...was,
    figures,
    at,
    tournament: withFigures(was.tournament, figures),
  };
  if (message.type === 'standings') {
    const { prizes, tables, standings } = message;
    return { ...now, prizes, tables, standings };
  }
  return message.events.reduce(applyEvent, now);
}

/** Copies the figures into the tournament's row of the list. */
function withFigures(row: TournamentData, figures: TournamentFigures): TournamentData {
  const { status, level, blinds, entries, left, pool, paid_places, open } = figures;
  return { ...row, status, level, blinds, entries, left, pool, paid_places, open };
}

function applyEvent(was: TournamentState, event: TournamentEvent): TournamentState {
  switch (event.event) {
    case 'registered':
      // Before the start, players come only with these events.
      if (was.standings.some(({ player }) => player === event.player)) return was;
      return { ...was, standings: [...was.standings, newcomer(was, event)] };
    case 'unregistered':
      return { ...was, standings: was.standings.filter(({ player }) => player !== event.player) };
    case 'deal_proposed':
      return { ...was, deal: event.deal };
    case 'deal_answered': {
      const { deal } = was;
      if (!deal) return was;
      const shares = deal.shares.map(share =>
        share.player === event.player ? { ...share, agrees: event.agrees } : share,
      );
      return { ...was, deal: { ...deal, shares } };
    }
    case 'deal_over':
      return { ...was, deal: null };
    case 'finished':
      return { ...was, deal: null, next: event.next };
    default:
      return was;
  }
}

function newcomer(
  { tournament }: TournamentState,
  { player, name, bot }: { player: number; name: string; bot: boolean },
): EntrantData {
  return {
    player,
    name,
    bot,
    status: tournament.status === 'registering' ? 'waiting' : 'playing',
    masa: null,
    side: null,
    stack: tournament.stack,
    place: null,
    prize: 0,
    bounties: 0,
    points: 0,
    rebuys: 0,
    add_on: false,
    penalty: 0,
    late: 0,
    wrong: 0,
    hand: null,
  };
}

/** Whether an event may change the user's own options, which then have to be fetched again. */
export function mayChangeOptions(
  event: TournamentEvent,
  you: YouData | null,
  name: string,
): boolean {
  switch (event.event) {
    case 'registered':
    case 'unregistered':
    case 'rebought':
    case 'added_on':
    case 'disqualified':
      return event.name === name;
    case 'declined':
    case 'eliminated':
      return event.players.some(player => player.name === name);
    case 'started':
    case 'cancelled':
    case 'finished':
      return true;
    case 'moved':
    case 'seated':
      return event.player === you?.player;
    case 'level_rose':
    case 'break_began':
    case 'break_ended':
      return you?.player != null;
    default:
      return false;
  }
}
