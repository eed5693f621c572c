"""The list of open tables in the lobby."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from pokermasa.server.lobby.open_list import OpenList
from pokermasa.server.protocol.data import TableData
from pokermasa.server.protocol.message import Lobby
from pokermasa.server.table.actor import TableActor


class TableList(OpenList[TableActor, TableData]):
    """The list of public tables, those with the most active players first."""

    row_type = TypeAdapter(TableData)

    def is_open(self, one: TableActor) -> bool:
        return one.state.key is None and not one.is_lost

    def row(self, one: TableActor) -> TableData:
        return table_data(one)

    def order(self, row: TableData) -> Any:
        return -row["playing"], row["big"], row["name"]

    def message(self, rows: list[TableData], closed: list[str]) -> Lobby:
        return {"type": "lobby", "tables": rows, "closed": closed}


def table_data(table: TableActor) -> TableData:
    """Return the table as a row of the list."""
    masa = table.state.masa
    return TableData(
        id=table.id,
        name=table.state.name,
        sides=masa.sides,
        players=masa.nb_players,
        people=table.state.people,
        playing=table.lively,
        waiting=len(table.state.waiting_list.waiting),
        small=masa.blinds.small,
        big=masa.blinds.big,
        ante=masa.blinds.ante,
        betting=masa.rules.betting,
        rules=masa.rules.name,
        hands=masa.hands,
        average_pot=table.pace.average_pot,
        hands_an_hour=table.pace.hands_an_hour,
        least_buy_in=masa.terms.least_buy_in,
        most_buy_in=masa.terms.most_buy_in,
        entry=masa.terms.entry,
        straddle=masa.terms.straddle,
        run_twice=masa.terms.run_twice,
        act_time=table.state.access.act_time,
        bots=table.state.access.bots,
        private=table.state.key is not None,
        paused=table.state.access.paused,
        host=None if table.state.host is None else table.state.host.name,
    )
