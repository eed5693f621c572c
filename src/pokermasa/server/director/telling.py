"""Tells everybody in and around a tournament what it comes to for them.

Those at a table are told the figures of the tournament, those who watch it the standings, and
whoever has another place, or none any more, is told so on every connection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from pokermasa.server.director import figures
from pokermasa.server.director.record import table_id
from pokermasa.server.refusal import Refused
from pokermasa.server.storage.account import HOUSE, Account
from pokermasa.tournament import (
    Change,
    EntrantStatus,
    Player,
    Status,
    TableNumber,
    TournamentError,
    event,
)

if TYPE_CHECKING:
    from pokermasa.server.director.director import Director


class Telling:
    def __init__(
        self, director: Director, tell_account: Callable[[int, dict[str, Any]], None]
    ) -> None:
        self._director = director
        self._tell_account = tell_account

    def figures(self) -> None:
        """To everybody at a table."""
        told = figures.figures(self._director)
        places = self._director.places
        for number, table in self._director.tables.items():
            table.state.tournament = figures.at_table(self._director, number, told, places)
            if table.viewers:
                table.broadcast.tell_room()

    def standings(self) -> None:
        """To everybody who watches the tournament."""
        viewers = self._director.broadcast.audience.viewers
        if not viewers or self._director.tournament.status is Status.REGISTERING:
            return
        told = {
            "type": "standings",
            "id": self._director.id,
            "figures": figures.figures(self._director),
            "prizes": figures.prizes(self._director),
            "tables": figures.tables(self._director),
        }
        for viewer in list(viewers):
            viewer.outbox.tell(
                told | {"standings": figures.shown(self._director, viewer.account_id)}
            )

    def people(self, change: Change) -> None:
        """Who has another place, or none any more."""
        was = {e.player: e.table for e in change.events if isinstance(e, event.Moved)}
        seated = {e.player for e in change.events if isinstance(e, event.Seated)}
        for happened in change.events:
            if isinstance(happened, event.Seated):
                side = happened.side
                self._tell_seat(happened.player, happened.table, side, was.get(happened.player))
            elif isinstance(happened, event.Moved) and happened.player not in seated:
                self._tell_seat(happened.player, happened.to, None, happened.table)
            elif isinstance(happened, event.Eliminated):
                self._tell_over(happened.players, happened.place)
            elif isinstance(happened, event.Disqualified):
                self._tell_over([happened.player], self._director.tournament.entries)
            elif isinstance(happened, event.Cancelled) and self._director.started is None:
                self._tell_over(range(len(self._director.entries)), None)
            elif isinstance(happened, event.Finished):
                for place, players in self._last_places():
                    self._tell_over(players, place)

    def _last_places(self) -> Iterable[tuple[int, list[Player]]]:
        """Of those who did not go out before the end."""
        return [
            (result.place, [result.player])
            for result in self._director.tournament.results
            if self._director.tournament.entrants[result.player].status is EntrantStatus.PLAYING
        ]

    def _tell_seat(
        self, player: Player, number: TableNumber, side: int | None, was: TableNumber | None
    ) -> None:
        message = {
            "type": "tournament_seat",
            "id": self._director.id,
            "masa": table_id(self._director.id, number),
            "side": side,
            "stack": self._director.stacks.get(player, 0),
            "was": None if was is None else table_id(self._director.id, was),
        }
        self._tell_account(self._director.entries[player].account.id, message)

    def _tell_over(self, players: Iterable[int], place: int | None) -> None:
        now = self._director.tournament
        for number in players:
            player = Player(number)
            entry = self._director.entries[player]
            if entry.account.kind == HOUSE:
                continue
            points = 0 if place is None else now.structure.points.of(place, now.entries)
            message = {
                "type": "tournament_over",
                "id": self._director.id,
                "place": place,
                "entries": now.entries,
                "prize": entry.prize,
                "bounties": entry.bounties,
                "points": points,
                "is_final": now.is_ended,
                "may_re_enter": self._may_enter_again(entry.account),
            }
            self._tell_account(entry.account.id, message)

    def _may_enter_again(self, account: Account) -> bool:
        try:
            self._director.verify_entry(account)
        except (Refused, TournamentError):
            return False
        return True
