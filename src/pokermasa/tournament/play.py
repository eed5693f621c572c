"""Play: hands at the tables, and what follows from them for everybody."""

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
from pokermasa.tournament import event, floor, knockout, re_entry, rebuy
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
    """The only player who is left wins at once if nobody else may enter again."""
    change = floor.register(tournament, name)
    if tournament.status is Status.REGISTERING:
        return change
    events = list(change.events)
    return Change(ended_if_decided(change.tournament, events), tuple(events))


def start(tournament: Tournament, draw: Sequence[Player]) -> Change:
    change = floor.start(tournament, draw)
    events = list(change.events)
    return Change(_next_round(change.tournament, events, False), tuple(events))


def deal(tournament: Tournament, number: TableNumber, deck: Deck) -> Change:
    events: list[event.Event] = []
    masa = tournament.table(number).masa
    if number == LEAD:
        lineup = next_lineup(masa)
        assert lineup is not None
        clock = tournament.clock.dealing(lineup.button, masa.sides, tournament.structure.schedule)
        tournament = _with_clock(tournament, clock, events)
    if masa.blinds != tournament.blinds:
        change = masa.set_blinds(tournament.blinds)
        events += [event.AtTable(number, told) for told in change.events]
        masa = change.masa
    table = replace(tournament.table(number), level=tournament.clock.level)
    tables = tournament.tables.put(number, table)
    tournament = tournament.but(hands=tournament.hands + 1, tables=tables)
    dealt = playing.deal(masa, deck)
    return at_table(tournament, number, dealt, tuple(events))


def at_table(
    tournament: Tournament, number: int, done: MasaChange, before: tuple[event.Event, ...] = ()
) -> Change:
    """The tournament after something was done on one of its masas."""
    number = TableNumber(number)
    table = tournament.table(number)
    if tournament.penalties:
        missing = [side for side, p in table.players.items() if p in tournament.penalties]
        done = done.then(playing.folded_for(done.masa, missing))
    told = (*before, *[event.AtTable(number, happened) for happened in done.events])
    after = table.with_masa(done.masa)
    if not after.is_idle or not _has_ended(done):
        return Change(floor.with_table(tournament, number, after), told)
    events = list(told)
    tournament = _hand_over(tournament, number, after, done.events, events)
    return Change(_onward(tournament, events), tuple(events))


def _has_ended(done: MasaChange) -> bool:
    return any(isinstance(happened, at_masa.HandEnded) for happened in done.events)


def _hand_over(
    tournament: Tournament,
    number: TableNumber,
    table: Table,
    happened: Iterable[at_masa.Event],
    events: list[event.Event],
) -> Tournament:
    """Who has lost everything goes out, who was sent away is gone; whoever arrived sits down."""
    masa = table.masa
    game = masa.last_game
    assert game is not None
    events.append(event.HandOver(number, game, table.players, masa.hands, table.level))
    for left in happened:
        if isinstance(left, at_masa.PlayerLeft):
            player = table.players[left.side]
            coming = tournament.entrants[player].coming
            tournament = _gone(tournament, player, EntrantStatus.DISQUALIFIED)
            tournament = tournament.but(forfeited=tournament.forfeited + left.stack + coming)
    everybody = table
    table = table.keeping_only_seated()
    tournament, table = rebuy.arrived(tournament, table, events)
    masa = table.masa
    cards = game.situation.hand_dealer
    assert cards is not None
    busts = []
    for side, stack, index in zip(game.sides, game.stacks, range(len(game.sides)), strict=True):
        if side in table.players and not masa.seats[side].stack:
            player = table.players[side]
            busts.append(Bust(player, stack, cards.value(index) or 0))
            table = table.without(side)
            tournament = _gone(tournament, player, EntrantStatus.PLAYING)
    tournament = floor.with_table(tournament, number, table)
    tournament = floor.seat_arrivals(tournament, number, events)
    tournament = tournament.but(alive=tournament.alive - len(busts))
    out_now = [bust.player for bust in busts]
    tournament = knockout.claimed(tournament, everybody, game, out_now, events)
    if tournament.penalties:
        tournament = _served(tournament, [everybody.players[side] for side in game.sides])
    playing = tournament.round
    if playing is None:
        return out(tournament, busts, events)
    waiting = playing.waiting & ~(1 << number)
    return tournament.but(round=Round(waiting, (*playing.busts, *busts)))


def _served(tournament: Tournament, players: Iterable[Player]) -> Tournament:
    """Who is to miss hands has missed one more."""
    penalties = {
        player: hands - (player in players) for player, hands in tournament.penalties.items()
    }
    left = FixedMap({player: n for player, n in penalties.items() if n})
    return tournament.but(penalties=left)


def _gone(tournament: Tournament, player: Player, status: EntrantStatus) -> Tournament:
    entrant = tournament.entrants[player].but(status=status, table=None, coming=0)
    return tournament.but(entrants=tournament.entrants.put(player, entrant))


def out(tournament: Tournament, busts: Iterable[Bust], events: list[event.Event]) -> Tournament:
    """They have their places, by house rule."""
    order = tournament.structure.rules.busts
    known = len(tournament.ranking.out)
    ranking = tournament.ranking.with_busts(busts, order)
    tournament = tournament.but(ranking=ranking)
    groups = [ranking.out[place] for place in range(known, len(ranking.out))]
    place = tournament.alive + 1 + sum([len(group) for group in groups])
    for group in groups:
        place -= len(group)
        events.append(event.Eliminated(group, place, tournament.alive))
        for player in group:
            tournament = _gone(tournament, player, EntrantStatus.OUT)
    return tournament


def _onward(tournament: Tournament, events: list[event.Event]) -> Tournament:
    """What follows when somebody has gone or a hand is over: the end of a round of hand-for-hand,
    the end of the tournament, new places for some."""
    playing = tournament.round
    if playing is not None:
        waiting = playing.waiting & ~tournament.sizes.too_few
        if waiting and tournament.alive > 1:
            return tournament.but(round=Round(waiting, playing.busts))
        tournament = out(tournament.but(round=None), playing.busts, events)
    if tournament.alive <= 1 and not re_entry.awaited(tournament):
        return ended_if_decided(tournament, events)
    tournament = floor.balanced(tournament, events)
    return _next_round(tournament, events, playing is not None)


def ended_if_decided(tournament: Tournament, events: list[event.Event]) -> Tournament:
    """The tournament ends if at most one player is left, no hand is being played, and nobody who
    is out can still enter again."""
    if tournament.is_ended or tournament.alive > 1 or not _is_still(tournament):
        return tournament
    return tournament if re_entry.awaited(tournament) else _finished(tournament, events)


def _next_round(
    tournament: Tournament, events: list[event.Event], was_hand_for_hand: bool
) -> Tournament:
    wanted = _wants_hand_for_hand(tournament)
    if wanted != was_hand_for_hand:
        events.append(event.HandForHand(wanted))
    if wanted:
        tournament = tournament.but(round=Round(tournament.sizes.open))
    return tournament


def _is_still(tournament: Tournament) -> bool:
    """No hand is being played anywhere."""
    return tournament.sizes.idle == tournament.sizes.open


def _wants_hand_for_hand(tournament: Tournament) -> bool:
    """One away from the prizes, at more than one table, and nobody can come in any more."""
    return (
        tournament.structure.hand_for_hand
        and tournament.sizes.open.bit_count() > 1
        and not tournament.takes_entries
        and tournament.alive == tournament.paid_places + 1
    )


def _finished(tournament: Tournament, events: list[event.Event]) -> Tournament:
    ended = tournament.but(status=Status.ENDED)
    winner = ended.winner
    assert winner is not None
    ended = knockout.settled(ended, {winner: knockout.not_won(ended)}, events)
    events.append(event.Finished(winner))
    return ended


def disqualify(tournament: Tournament, player: Player) -> Change:
    number = verified_table(tournament, player)
    table = tournament.table(number)
    side = table.side_of(player)
    events: list[event.Event] = [event.Disqualified(player)]
    sent_away = tournament.entrants[player].but(status=EntrantStatus.DISQUALIFIED)
    tournament = tournament.but(
        entrants=tournament.entrants.put(player, sent_away),
        ranking=tournament.ranking.with_disqualified(player),
        alive=tournament.alive - 1,
    )
    if side is not None and table.masa.is_in_hand(side):
        change = at_table(tournament, number, table.masa.leave(side))
        return Change(change.tournament, (*events, *change.events))
    after = removed(tournament, number, player, EntrantStatus.DISQUALIFIED, events)
    return Change(after, tuple(events))


def verified_table(tournament: Tournament, player: Player) -> TableNumber:
    entrant = tournament.entrant(player)
    if entrant.status is not EntrantStatus.PLAYING or entrant.table is None:
        raise TournamentError(TournamentRefusal.NO_SUCH_PLAYER, f"{entrant.name} is not playing")
    return entrant.table


def stack_at(tournament: Tournament, number: TableNumber, player: Player) -> Chips:
    """What the player has at this table, seated or arriving."""
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
    """The player, who is in no hand, is gone; the chips are out of play."""
    stack, table = stack_at(tournament, number, player), tournament.table(number)
    side = table.side_of(player)
    if side is None:
        table = table.expecting([other for other in table.arriving if other.player != player])
    else:
        table = table.without(side)
    tournament = floor.with_table(tournament, number, table)
    tournament = _gone(tournament, player, status)
    tournament = tournament.but(forfeited=tournament.forfeited + stack)
    if table.is_idle:  # who stood waiting for a place may have one now
        tournament = floor.seat_arrivals(tournament, number, events)
    return _onward(tournament, events)


def decline(tournament: Tournament, players: Sequence[Player]) -> Change:
    """These players do not want to enter again. They may change their mind while registration is
    open."""
    for player in players:
        entrant = tournament.entrant(player)
        if not re_entry.may_enter_again(tournament, player):
            words = f"entry {player} cannot be followed by another"
            raise TournamentError(TournamentRefusal.NO_RE_ENTRY, words)
        entrants = tournament.entrants.put(player, entrant.but(declined=True))
        tournament = tournament.but(entrants=entrants)
    events: list[event.Event] = [event.Declined(tuple(players))]
    return Change(ended_if_decided(tournament, events), tuple(events))


# Time


def tick(tournament: Tournament, time: int) -> Change:
    if type(time) is not int or time < 0:
        raise TournamentError(TournamentRefusal.NOT_ALLOWED, f"time goes forward, not {time!r}")
    events: list[event.Event] = [event.Ticked(time)]
    if tournament.status is not Status.RUNNING:
        return Change(tournament, tuple(events))
    clock = tournament.clock.told(time, tournament.structure.schedule)
    later = _with_clock(tournament, clock, events)
    return Change(ended_if_decided(later, events), tuple(events))


def _with_clock(tournament: Tournament, clock: Clock, events: list[event.Event]) -> Tournament:
    before = tournament.clock
    tournament = tournament.but(clock=clock)
    has_risen = clock.level != before.level
    if before.rest and (has_risen or not clock.rest):
        # A level is played between two breaks, so the one that was is over.
        events.append(event.BreakEnded())
    if clock.rest and has_risen:
        events.append(event.BreakBegan(clock.rest))
    if has_risen:
        events.append(event.LevelRose(clock.level, tournament.blinds))
    return tournament
