"""The tournament that follows another one: the next sit-and-go, the next date of a series, or the
next game of a league."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pokermasa.server.director.state import TournamentState
from pokermasa.server.director.storage.journal_entry import NewOrder, Next
from pokermasa.server.director.terms import Terms
from pokermasa.server.storage.account import Account
from pokermasa.tournament import Change, EntrantStatus, Status, Tournament, event

IsHere = Callable[[Account], bool]
"""Whether an account watches the game or one of its tables."""


def after(
    state: TournamentState,
    change: Change,
    is_ordered: bool,
    is_here: IsHere,
    orders: Sequence[NewOrder] = (),
) -> Next | None:
    """Return the tournament to open together with this change, or None. Both are one commit, so
    that it is opened exactly once. A series ends with a date that somebody has cancelled, with a
    host's date that nobody has entered, and with the last of the stated number of dates. *orders*
    are given with this change."""
    terms, now = state.terms, change.tournament
    begins = event.Started in map(type, change.events)
    if not begins and not now.is_ended:
        return None
    is_off = now.status is Status.CANCELLED and state.started is None
    is_empty = state.host is not None and not state.people
    is_last = terms.dates is not None and terms.date >= terms.dates
    goes_on = (begins or (is_off and not is_ordered)) and not is_empty and not is_last
    if terms.every is not None and terms.starts is not None and goes_on:
        late = max(0, state.time.now - terms.starts) // terms.every
        starts = terms.starts + (late + 1) * terms.every
        terms = terms.replace(starts=starts, date=terms.date + 1)
        return Next(state.name, terms, Tournament.open(now.structure))
    if terms.again and (begins or is_off):
        return Next(state.name, terms, Tournament.open(now.structure))
    if terms.is_league and now.status is Status.ENDED and terms.number < terms.games:
        entered = _still_in(state, now, is_here)
        terms = _next_game(state, now, orders)
        return Next(state.name, terms, Tournament.open(now.structure), entered)
    return None


def _next_game(state: TournamentState, now: Tournament, orders: Sequence[NewOrder]) -> Terms:
    """Return the terms of the next game of the season. Players and directors of the earlier games
    stay apart, because all games have one ranking."""
    terms, ordered = state.terms, state.ordered
    for order in orders:
        if order.by is not None:
            about = None if order.about is None else order.about.id
            ordered = ordered.after(order.by.id, order.command, order.number, about)
    players = {
        entry.account.id
        for entry, entrant in zip(state.entries, now.entrants, strict=True)
        if entrant.status is not EntrantStatus.WITHDRAWN
    }
    return terms.replace(
        number=terms.number + 1,
        season_players=tuple(sorted(players.union(terms.season_players))),
        season_directors=tuple(sorted(ordered.by.union(terms.season_directors))),
    )


def _still_in(state: TournamentState, now: Tournament, is_here: IsHere) -> list[Account]:
    """Return the accounts that the next game of the league is opened with.

    A game that costs chips starts without entrants: everybody pays by registering, game by game.
    A free game keeps the players who watch the last one, unless they leave the league or were
    disqualified.
    """
    if now.structure.buy_in:
        return []
    accounts = {}
    for player, entrant in enumerate(now.entrants):
        entry = state.entries[player]
        is_out = entrant.status in (
            *(EntrantStatus.WITHDRAWN, EntrantStatus.DISQUALIFIED, EntrantStatus.LEFT),
        )
        if not is_out and not entry.leaves and is_here(entry.account):
            accounts[entry.account.id] = entry.account
    return list(accounts.values())
