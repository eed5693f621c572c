"""Buying more chips during the tournament: rebuys and the add-on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokermasa.masa import event as at_masa
from pokermasa.rules import Chips
from pokermasa.tournament import event, seating
from pokermasa.tournament.change import Change
from pokermasa.tournament.entrant import EntrantStatus, Player
from pokermasa.tournament.refusal import TournamentError, TournamentRefusal
from pokermasa.tournament.status import Status
from pokermasa.tournament.table import Table

if TYPE_CHECKING:
    from pokermasa.tournament.tournament import Tournament


def rebuy(tournament: Tournament, player: Player) -> Change:
    """Sell the player another starting stack. Raise `TournamentError` if it is not allowed now."""
    structure = tournament.structure
    entrant = tournament.entrant(player)
    if entrant.rebuys >= structure.rebuys:
        limit = f"at most {structure.rebuys}" if structure.rebuys else "this tournament has none"
        raise TournamentError(TournamentRefusal.NO_REBUY, limit)
    if not tournament.takes_entries or tournament.status is Status.REGISTERING:
        raise TournamentError(TournamentRefusal.REGISTRATION_CLOSED)
    if _stack(tournament, player) + entrant.coming > structure.stack:
        detail = f"only with {structure.stack} chips or less"
        raise TournamentError(TournamentRefusal.NO_REBUY, detail)
    more = entrant.replace(rebuys=entrant.rebuys + 1)
    after = tournament.replace(entrants=tournament.entrants.put(player, more))
    return _bought(after, player, structure.stack, event.Rebought(player))


def add_on(tournament: Tournament, player: Player) -> Change:
    """Sell the player the add-on. Raise `TournamentError` if that is not allowed now."""
    structure = tournament.structure
    entrant = tournament.entrant(player)
    if not structure.add_on or entrant.added_on:
        reason = "it was bought already" if structure.add_on else "this tournament has none"
        raise TournamentError(TournamentRefusal.NO_ADD_ON, reason)
    if not tournament.offers_add_on:
        detail = f"only in level {structure.late_levels} and the break after it"
        raise TournamentError(TournamentRefusal.NO_ADD_ON, detail)
    _stack(tournament, player)
    after = tournament.replace(
        entrants=tournament.entrants.put(player, entrant.replace(added_on=True))
    )
    return _bought(after, player, structure.add_on, event.AddedOn(player))


def _stack(tournament: Tournament, player: Player) -> Chips:
    """Return the player's chips. Raise `TournamentError` if the player is not playing."""
    entrant = tournament.entrant(player)
    if entrant.status is not EntrantStatus.PLAYING or entrant.table is None:
        raise TournamentError(TournamentRefusal.NO_SUCH_PLAYER, f"{entrant.name} is not playing")
    table = tournament.table(entrant.table)
    side = table.side_of(player)
    if side is not None:
        return table.masa.seats[side].stack
    return next(arrival.stack for arrival in table.arriving if arrival.player == player)


def _bought(
    tournament: Tournament, player: Player, chips: Chips, cause: event.Rebought | event.AddedOn
) -> Change:
    """Give the player *chips*: at once, or after the hand if the player is in one."""
    tournament = tournament.replace(
        added=tournament.added + chips,
        bought=tournament.bought + tournament.structure.price,
    )
    entrant = tournament.entrants[player]
    number = entrant.table
    assert number is not None
    table = tournament.table(number)
    side = table.side_of(player)
    if side is not None and table.masa.is_in_hand(side):
        waits = entrant.replace(coming=entrant.coming + chips)
        return Change(tournament.replace(entrants=tournament.entrants.put(player, waits)), (cause,))
    if side is None:
        arriving = [
            arrival._replace(stack=arrival.stack + chips) if arrival.player == player else arrival
            for arrival in table.arriving
        ]
        return Change(seating.with_table(tournament, number, table.expecting(arriving)), (cause,))
    topped = table.masa.top_up(side, chips)
    at_table = [event.AtTable(number, each) for each in topped.events]
    after = seating.with_table(tournament, number, table.with_masa(topped.masa))
    return Change(after, (cause, *at_table))


def with_bought_chips(
    tournament: Tournament, table: Table, events: list[event.Event]
) -> tuple[Tournament, Table]:
    """Return tournament and table with the chips added that were bought during the last hand."""
    for side, player in table.players.items():
        entrant = tournament.entrants[player]
        if entrant.coming and side in table.masa.seats:
            assert entrant.table is not None
            topped = table.masa.top_up(side, entrant.coming)
            for each in topped.events:
                if isinstance(each, at_masa.ToppedUp):
                    events.append(event.AtTable(entrant.table, each))
            table = table.with_masa(topped.masa)
            tournament = tournament.replace(
                entrants=tournament.entrants.put(player, entrant.replace(coming=0))
            )
    return tournament, table
