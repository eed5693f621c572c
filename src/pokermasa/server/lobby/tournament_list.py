"""The list of open tournaments in the lobby."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from pydantic import TypeAdapter

from pokermasa.server.director.director import Director
from pokermasa.server.director.messages import figures
from pokermasa.server.lobby.open_list import OpenList
from pokermasa.server.protocol.message import Tournaments
from pokermasa.server.protocol.tournament import TournamentData
from pokermasa.server.storage.account import Account


class TournamentList(OpenList[Director, TournamentData]):
    """The list of public tournaments: those open for entries first, then by start time and size.
    Rows are `TournamentData`."""

    row_type = TypeAdapter(TournamentData)

    def is_open(self, one: Director) -> bool:
        return one.state.key is None and not one.is_lost and not one.state.tournament.is_ended

    def is_own(self, one: Director, account: Account | None) -> bool:
        """Return whether the account has entered or directs this private tournament. It then sees
        the row without having the link."""
        is_there = not one.is_lost and not one.state.tournament.is_ended
        return is_there and one.state.key is not None and one.state.may_enter(account, "")

    def owners(self, one: Director) -> set[int]:
        state = one.state
        entered = {entry.account.id for entry in state.entries}
        known = {one.id for one in (state.host, *state.co_directors) if one is not None}
        known |= {id for id in entered if state.player_of(id) is not None}
        return set() if one.is_lost or one.state.tournament.is_ended else known

    def owned_by(self, accounts: Collection[int]) -> list[str]:
        private = [one for one in self._listed.values() if one.state.key is not None]
        return [one.id for one in private if not self.owners(one).isdisjoint(accounts)]

    def row(self, one: Director) -> TournamentData:
        return figures.row(one.state, one.state.tournament, one.state.ended)

    def order(self, row: TournamentData) -> Any:
        return not row["open"], row["starts"] or 0, row["most"], row["id"]

    def message(self, rows: list[TournamentData], closed: list[str]) -> Tournaments:
        return {"type": "tournaments", "tournaments": rows, "closed": closed}
