"""The standings of a tournament. They are computed once after a change and shared by all requests
until the next change."""

from __future__ import annotations

from typing import NamedTuple

from pokermasa.server.director.state import TournamentState
from pokermasa.server.protocol.tournament import EntrantData, ResultData
from pokermasa.server.storage.account import Account
from pokermasa.tournament import EntrantStatus, Player, Status, Tournament

SHOWN = 100
"""Number of entrants in a message. The REST interface returns all of them."""


class StandingsLine(NamedTuple):
    """One entrant's line of the standings."""

    player: Player
    place: int | None
    prize: int
    points: int


class Standings:
    """The standings of one tournament, computed when they are first needed after a change."""

    def __init__(self, state: TournamentState) -> None:
        self._state = state
        self._of: Tournament | None = None
        self._lines: list[StandingsLine] = []
        self._by_player: dict[Player, int] = {}

    @property
    def lines(self) -> list[StandingsLine]:
        """Lines of all entrants who have not unregistered, the best first."""
        if self._of is not self._state.tournament:
            self._of = self._state.tournament
            self._lines = _lines(self._state)
            self._by_player = {line.player: n for n, line in enumerate(self._lines)}
        return self._lines

    def rows(self, first: int = 0, last: int | None = None) -> list[EntrantData]:
        return [_row(self._state, line) for line in self.lines[first:last]]

    def own(self, account: Account | int | None) -> EntrantData | None:
        """Return the account's own line if it is not among the `SHOWN` lines that everybody gets,
        otherwise None."""
        player, lines = self._state.player_of(account), self.lines
        number = self._by_player.get(player, 0) if player is not None else 0
        return _row(self._state, lines[number]) if number >= SHOWN else None

    def shown(self, account: Account | int | None) -> list[EntrantData]:
        """Return the first `SHOWN` lines, followed by the account's own line if that comes
        later."""
        own = self.own(account)
        return self.rows(0, SHOWN) + ([] if own is None else [own])


def _lines(state: TournamentState) -> list[StandingsLine]:
    """Return all lines, the best first. Players who are still in are placed by their chips and may
    share a place."""
    now = state.tournament
    if now.status is Status.REGISTERING:
        return [
            StandingsLine(Player(player), None, 0, 0)
            for player, who in enumerate(now.entrants)
            if who.status is EntrantStatus.WAITING
        ]
    places = {} if now.is_ended else state.places
    return [
        StandingsLine(
            r.player,
            places.get(r.player, r.place),
            r.prize if _is_sure(now, r.player) else 0,
            r.points,
        )
        for r in now.results
    ]


def _is_sure(now: Tournament, player: Player) -> bool:
    """Return whether the prize of this player is final. Before the end, this is only so for
    eliminated players after entries have closed."""
    return now.is_ended or (
        now.entrants[player].status is not EntrantStatus.PLAYING and not now.takes_entries
    )


def _row(state: TournamentState, line: StandingsLine) -> EntrantData:
    player, place, prize, points = line
    now, entry = state.tournament, state.entries[player]
    who = now.entrants[player]
    side = stack = None
    if who.table is not None:
        side = now.table(who.table).side_of(player)
        stack = state.stacks.get(player)
    elif who.status is EntrantStatus.WAITING:
        stack = now.structure.stack
    return {
        "player": player,
        "name": entry.account.name,
        "bot": entry.account.is_house,
        "status": who.status,
        "masa": None if who.table is None else state.table_id(who.table),
        "side": side,
        "stack": stack or 0,
        "place": place,
        "prize": prize,
        "bounties": who.bounties,
        "points": points,
        "rebuys": who.rebuys,
        "add_on": who.added_on,
        "penalty": now.penalties.get(player, 0),
        "late": entry.late,
        "wrong": entry.wrong,
        "hand": entry.hand,
    }


def result_data(state: TournamentState) -> list[ResultData]:
    """Return the results of the first `SHOWN` places."""
    now = state.tournament
    return [
        {
            "place": result.place,
            "player": result.player,
            "name": state.name_of(result.player),
            "bot": state.entries[result.player].account.is_house,
            "prize": result.prize,
            "bounties": now.entrants[result.player].bounties,
            "points": result.points,
        }
        for result in now.results[:SHOWN]
    ]
