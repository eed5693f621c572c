"""Hands at the tables and their consequences: places, balancing, levels, the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pokermasa.cards import Deck
from pokermasa.masa import Change as MasaChange
from pokermasa.masa import event as at_masa
from pokermasa.masa import playing
from pokermasa.masa.fixed_map import FixedMap
from pokermasa.rules import Chips
from pokermasa.tournament import event, knockout, re_entry, rebuy, seating
from pokermasa.tournament.balance import next_lineup
from pokermasa.tournament.change import Change
from pokermasa.tournament.entrant import EntrantStatus, Player, TableNumber
from pokermasa.tournament.level import Clock
from pokermasa.tournament.ranking import Bust
from pokermasa.tournament.refusal import TournamentError, TournamentRefusal
from pokermasa.tournament.status import LEAD, Round, Status
from pokermasa.tournament.table import Table

if TYPE_CHECKING:
    from pokermasa.tournament.tournament import Tournament


def register(tournament: Tournament, name: str) -> Change:
    """Enter a player. If the tournament only waited for re-entries, it may be decided by this."""
    change = seating.register(tournament, name)
    if tournament.status is Status.REGISTERING:
        return change
    events = list(change.events)
    return Change(ended_if_decided(change.tournament, events), tuple(events))


def start(tournament: Tournament, draw: Sequence[Player]) -> Change:
    """Start the tournament with the players seated in the order of *draw*."""
    change = seating.start(tournament, draw)
    events = list(change.events)
    return Change(_next_round(change.tournament, events, False), tuple(events))


def deal(tournament: Tournament, number: TableNumber, deck: Deck) -> Change:
    """Deal a hand at a table. At the lead table this may raise the level first."""
    events: list[event.Event] = []
    masa = tournament.table(number).masa
    if number == LEAD:
        lineup = next_lineup(masa)
        assert lineup is not None
        clock = tournament.clock.dealing(lineup.button, masa.sides, tournament.structure.schedule)
        tournament = _with_clock(tournament, clock, events)
    if masa.blinds != tournament.blinds:
        change = masa.set_blinds(tournament.blinds)
        events += [event.AtTable(number, each) for each in change.events]
        masa = change.masa
    table = replace(tournament.table(number), level=tournament.clock.level)
    tables = tournament.tables.put(number, table)
    tournament = tournament.replace(hands=tournament.hands + 1, tables=tables)
    dealt = playing.deal(masa, deck)
    return at_table(tournament, number, dealt, tuple(events))


def at_table(
    tournament: Tournament,
    number: int,
    masa_change: MasaChange,
    before: tuple[event.Event, ...] = (),
) -> Change:
    """Apply a change of one table's masa to the tournament.

    If a hand has ended, its consequences follow. The events in *before* come first in the result.
    """
    number = TableNumber(number)
    table = tournament.table(number)
    if tournament.penalties:
        missing = [side for side, p in table.players.items() if p in tournament.penalties]
        masa_change = masa_change.then(playing.fold_penalised(masa_change.masa, missing))
    events = [*before, *[event.AtTable(number, each) for each in masa_change.events]]
    after = table.with_masa(masa_change.masa)
    if not after.is_idle or not _has_hand_ended(masa_change):
        return Change(seating.with_table(tournament, number, after), tuple(events))
    tournament = _hand_over(tournament, number, after, masa_change.events, events)
    return Change(_after_change(tournament, events), tuple(events))


def _has_hand_ended(change: MasaChange) -> bool:
    return at_masa.HandEnded in map(type, change.events)


def _hand_over(
    tournament: Tournament,
    number: TableNumber,
    table: Table,
    masa_events: Iterable[at_masa.Event],
    events: list[event.Event],
) -> Tournament:
    """Return the tournament after a hand has ended at *table*.

    Disqualified players are removed, bought chips are added to the stacks, players without chips
    are out, and players who came from other tables during the hand sit down.
    """
    masa = table.masa
    game = masa.last_game
    assert game is not None
    events.append(event.HandOver(number, game, table.players, masa.hands, table.level))
    for left in masa_events:
        if isinstance(left, at_masa.PlayerLeft):
            player = table.players[left.side]
            coming = tournament.entrants[player].coming
            tournament = _gone(tournament, [player], EntrantStatus.DISQUALIFIED)
            tournament = tournament.replace(forfeited=tournament.forfeited + left.stack + coming)
    before = table
    table = table.keeping_only_seated()
    tournament, table = rebuy.with_bought_chips(tournament, table, events)
    masa = table.masa
    cards = game.situation.hand_dealer
    assert cards is not None
    busts = []
    for side, stack, index in zip(game.sides, game.stacks, range(len(game.sides)), strict=True):
        if side in table.players and not masa.seats[side].stack:
            player = table.players[side]
            busts.append(Bust(player, stack, cards.value(index) or 0))
            table = seating.unseated(table, number, side, events)
    tournament = seating.with_table(tournament, number, table)
    tournament = seating.seat_arrivals(tournament, number, events)
    tournament = tournament.replace(alive=tournament.alive - len(busts))
    out_now = [bust.player for bust in busts]
    tournament = knockout.claimed(tournament, before, game, out_now, events)
    if tournament.penalties:
        tournament = _served(tournament, [before.players[side] for side in game.sides])
    playing = tournament.round
    if playing is None:
        return out(tournament, busts, events) if busts else tournament
    # Their status changes when the round is over.
    tournament = _gone(tournament, out_now, EntrantStatus.PLAYING)
    waiting = playing.waiting & ~(1 << number)
    return tournament.replace(round=Round(waiting, (*playing.busts, *busts)))


def _served(tournament: Tournament, players: Iterable[Player]) -> Tournament:
    """Return the tournament with one hand less in the penalties of *players*."""
    penalties = {
        player: hands - (player in players) for player, hands in tournament.penalties.items()
    }
    left = FixedMap({player: n for player, n in penalties.items() if n})
    return tournament.replace(penalties=left)


def _gone(tournament: Tournament, players: Iterable[Player], status: EntrantStatus) -> Tournament:
    """Return the tournament with the players away from their tables and with a new status."""
    entrants = tournament.entrants
    for player in players:
        gone = entrants[player].replace(status=status, table=None, coming=0)
        entrants = entrants.put(player, gone)
    return tournament.replace(entrants=entrants)


def out(tournament: Tournament, busts: Iterable[Bust], events: list[event.Event]) -> Tournament:
    """Return the tournament with places given to the players who have lost all their chips."""
    order = tournament.structure.rules.busts
    known = len(tournament.ranking.out)
    ranking = tournament.ranking.with_busts(busts, order)
    tournament = tournament.replace(ranking=ranking)
    groups = [ranking.out[place] for place in range(known, len(ranking.out))]
    place = tournament.alive + 1 + sum([len(group) for group in groups])
    for group in groups:
        place -= len(group)
        prizes = tournament.prizes_for(place, len(group))
        events.append(event.Eliminated(group, place, tournament.alive, prizes))
    return _gone(tournament, [player for group in groups for player in group], EntrantStatus.OUT)


def _after_change(tournament: Tournament, events: list[event.Event]) -> Tournament:
    """Return the tournament with the consequences of a finished hand or a removed player.

    These are the end of a hand-for-hand round, the end of the tournament, or balancing.
    """
    playing = tournament.round
    if playing is not None:
        waiting = playing.waiting & ~tournament.sizes.too_few
        if waiting and tournament.alive > 1:
            return tournament.replace(round=Round(waiting, playing.busts))
        tournament = out(tournament.replace(round=None), playing.busts, events)
    if tournament.alive <= 1 and not re_entry.awaited(tournament):
        return ended_if_decided(tournament, events)
    tournament = seating.balanced(tournament, events)
    return _next_round(tournament, events, playing is not None)


def ended_if_decided(tournament: Tournament, events: list[event.Event]) -> Tournament:
    """Return the ended tournament if it is decided, otherwise *tournament*.

    It is decided when at most one player is left, no hand is being played, and no player may still
    enter again.
    """
    if tournament.is_ended or tournament.alive > 1 or not _is_still(tournament):
        return tournament
    return tournament if re_entry.awaited(tournament) else _finished(tournament, events)


def _next_round(
    tournament: Tournament, events: list[event.Event], was_hand_for_hand: bool
) -> Tournament:
    """Begin or end hand-for-hand play, or begin its next round."""
    wanted = _wants_hand_for_hand(tournament)
    if wanted != was_hand_for_hand:
        events.append(event.HandForHand(wanted))
    if wanted:
        tournament = tournament.replace(round=Round(tournament.sizes.open))
    return tournament


def _is_still(tournament: Tournament) -> bool:
    """Whether no hand is being played at any table."""
    return tournament.sizes.idle == tournament.sizes.open


def _wants_hand_for_hand(tournament: Tournament) -> bool:
    """Whether all tables have to play their hands at the same time.

    This is so when one more player has to go out before the prizes begin, there are several tables,
    and nobody can enter any more.
    """
    return (
        tournament.structure.hand_for_hand
        and tournament.sizes.open.bit_count() > 1
        and not tournament.takes_entries
        and tournament.alive == tournament.paid_places + 1
    )


def _finished(tournament: Tournament, events: list[event.Event]) -> Tournament:
    """Return the ended tournament, with the remaining bounties paid."""
    ended = tournament.replace(status=Status.ENDED)
    if tournament.takes_entries:  # the prizes of this change were not known before
        events[:] = [_with_prizes(each, ended) for each in events]
    winner = ended.winner
    assert winner is not None
    ended = knockout.settled(ended, {winner: knockout.not_won(ended)}, events)
    events.append(event.Finished(winner))
    return ended


def _with_prizes(each: event.Event, ended: Tournament) -> event.Event:
    if not isinstance(each, event.Eliminated):
        return each
    return replace(each, prizes=ended.prizes_for(each.place, len(each.players)))


def disqualify(tournament: Tournament, player: Player) -> Change:
    """Remove a player without a prize. During a hand the player folds in turn first."""
    number = verified_table(tournament, player)
    table = tournament.table(number)
    side = table.side_of(player)
    events: list[event.Event] = [event.Disqualified(player)]
    disqualified = tournament.entrants[player].replace(status=EntrantStatus.DISQUALIFIED)
    tournament = tournament.replace(
        entrants=tournament.entrants.put(player, disqualified),
        ranking=tournament.ranking.with_disqualified(player),
        alive=tournament.alive - 1,
    )
    if side is not None and table.masa.is_in_hand(side):
        change = at_table(tournament, number, table.masa.leave(side))
        return Change(change.tournament, (*events, *change.events))
    after = removed(tournament, number, player, EntrantStatus.DISQUALIFIED, events)
    return Change(after, tuple(events))


def verified_table(tournament: Tournament, player: Player) -> TableNumber:
    """Return the player's table. Raise `TournamentError` if the player is not playing."""
    entrant = tournament.entrant(player)
    if entrant.status is not EntrantStatus.PLAYING or entrant.table is None:
        raise TournamentError(TournamentRefusal.NO_SUCH_PLAYER, f"{entrant.name} is not playing")
    return entrant.table


def stack_at(tournament: Tournament, number: TableNumber, player: Player) -> Chips:
    """Return the chips of a player who sits at this table or waits for a side there."""
    table = tournament.table(number)
    side = table.side_of(player)
    if side is not None:
        return table.masa.seats[side].stack
    return next(arrival.stack for arrival in table.arriving if arrival.player == player)


def removed(
    tournament: Tournament,
    number: TableNumber,
    player: Player,
    status: EntrantStatus,
    events: list[event.Event],
) -> Tournament:
    """Remove a player who is not in a hand. The player's chips go out of play."""
    stack, table = stack_at(tournament, number, player), tournament.table(number)
    side = table.side_of(player)
    if side is None:
        table = table.expecting([other for other in table.arriving if other.player != player])
    else:
        table = seating.unseated(table, number, side, events)
    tournament = seating.with_table(tournament, number, table)
    tournament = _gone(tournament, [player], status)
    tournament = tournament.replace(forfeited=tournament.forfeited + stack)
    if table.is_idle:  # a player who waits at this table may take the free side
        tournament = seating.seat_arrivals(tournament, number, events)
    return _after_change(tournament, events)


def decline(tournament: Tournament, players: Sequence[Player]) -> Change:
    """Record that these players do not want to enter again.

    They may still do so while registration is open. Raise `TournamentError` for a player who may
    not enter again.
    """
    for player in players:
        entrant = tournament.entrant(player)
        if not re_entry.may_enter_again(tournament, player):
            detail = f"entry {player} cannot be followed by another"
            raise TournamentError(TournamentRefusal.NO_RE_ENTRY, detail)
        entrants = tournament.entrants.put(player, entrant.replace(declined=True))
        tournament = tournament.replace(entrants=entrants)
    events: list[event.Event] = [event.Declined(tuple(players))]
    return Change(ended_if_decided(tournament, events), tuple(events))


# Time


def tick(tournament: Tournament, time: int) -> Change:
    """Let *time* pass. It counts only while the tournament is running."""
    if type(time) is not int or time < 0:
        detail = f"a time is a whole number, at least 0, not {time!r}"
        raise TournamentError(TournamentRefusal.NOT_ALLOWED, detail)
    events: list[event.Event] = [event.Ticked(time)]
    if tournament.status is not Status.RUNNING:
        return Change(tournament, tuple(events))
    clock = tournament.clock.advanced(time, tournament.structure.schedule)
    later = _with_clock(tournament, clock, events)
    return Change(ended_if_decided(later, events), tuple(events))


def _with_clock(tournament: Tournament, clock: Clock, events: list[event.Event]) -> Tournament:
    """Return the tournament with a new clock. Add the events of levels and breaks."""
    before = tournament.clock
    tournament = tournament.replace(clock=clock)
    has_risen = clock.level != before.level
    if before.rest and (has_risen or not clock.rest):
        # There is a level between two breaks, so the earlier break is over.
        events.append(event.BreakEnded())
    if clock.rest and has_risen:
        events.append(event.BreakBegan(clock.rest))
    if has_risen:
        events.append(event.LevelRose(clock.level, tournament.blinds))
    return tournament
