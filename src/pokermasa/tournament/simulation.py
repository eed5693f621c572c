"""A whole tournament played out: decks, choices and the pace of time are handed in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from pokermasa.cards import Deck
from pokermasa.masa import Masa
from pokermasa.rules import IllegalAct, PlayerAct, as_all_in
from pokermasa.tournament.change import Change
from pokermasa.tournament.entrant import Player
from pokermasa.tournament.event import Event
from pokermasa.tournament.table import Table
from pokermasa.tournament.tournament import Tournament

Choose: TypeAlias = Callable[[Player, Masa], PlayerAct]
"""What the player whose turn it is does; their side is `masa.to_act`. A call or a raise for the
last chips is taken as the all-in it is."""


def played(
    tournament: Tournament, decks: Callable[[], Deck], choose: Choose, pace: int = 0
) -> Iterator[Change]:
    """Hand by hand to the end: every table plays one, then *pace* of time has passed. Each change
    is one hand with everything that happened in it and through it. Nobody enters again."""
    while not tournament.is_ended:
        if tournament.on_break:
            rest = tournament.tick(tournament.clock.rest)
            tournament = rest.tournament
            yield rest
        hands = tournament.hands
        for number in range(len(tournament.tables)):
            if tournament.tables[number] is None or not tournament.may_deal(number):
                continue
            change = hand(tournament, number, decks(), choose)
            tournament = change.tournament
            yield change
        if tournament.awaited:
            declined = tournament.decline(tournament.awaited)
            tournament = declined.tournament
            yield declined
        elif tournament.hands == hands:
            raise RuntimeError("no hand can be dealt at any table")
        if pace and not tournament.is_ended:
            passed = tournament.tick(pace)
            tournament = passed.tournament
            yield passed


def hand(tournament: Tournament, number: int, deck: Deck, choose: Choose) -> Change:
    """One hand at one table, from the deal to the end."""
    change = tournament.deal(number, deck)
    events: list[Event] = list(change.events)
    while True:
        tournament = change.tournament
        table: Table | None = tournament.tables[number]
        side = None if table is None else table.masa.to_act
        if table is None or side is None:
            return Change(tournament, tuple(events))
        act = choose(table.players[side], table.masa)
        try:
            change = tournament.move(number, side, act)
        except IllegalAct:
            view = table.masa.view(side)
            assert view is not None
            read = as_all_in(view, act)
            if read is act:
                raise
            change = tournament.move(number, side, read)
        events += change.events
