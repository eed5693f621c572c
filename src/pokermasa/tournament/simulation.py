"""Simulation of a whole tournament. The caller passes decks, decisions and the speed of time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from pokermasa.cards import Deck
from pokermasa.masa import Masa
from pokermasa.rules import IllegalAct, PlayerAct, as_all_in
from pokermasa.rules.refusal import in_short
from pokermasa.tournament.change import Change
from pokermasa.tournament.entrant import Player
from pokermasa.tournament.event import Event
from pokermasa.tournament.table import Table
from pokermasa.tournament.tournament import Tournament

Choose: TypeAlias = Callable[[Player, Masa], PlayerAct]
"""A function that returns the act of the player whose turn it is; the side is `masa.to_act`. A call
or raise that bets the last chip is converted to an all-in if necessary."""


def played(
    tournament: Tournament, decks: Callable[[], Deck], choose: Choose, pace: int = 0
) -> Iterator[Change]:
    """Play the tournament to its end and yield the change of each hand.

    Every table plays one hand; then *pace* units of time pass. Nobody enters again. Raise
    `RuntimeError` if no hand can be dealt.
    """
    if not isinstance(tournament, Tournament):
        raise ValueError(f"played takes a Tournament, not {in_short(tournament)}")
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
    """Play one hand at one table. Return the change with all its events."""
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
            all_in = as_all_in(view, act)
            if all_in is act:
                raise
            change = tournament.move(number, side, all_in)
        events += change.events
