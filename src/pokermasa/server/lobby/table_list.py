"""The list of open tables in the lobby, and whoever looks at it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any

from pokermasa.server.clock import Clock
from pokermasa.server.protocol.data import TableData
from pokermasa.server.table.actor import TableActor
from pokermasa.server.table.event_log import write
from pokermasa.server.table.viewer import Viewer

EVERY = 1.0
"""Seconds between two messages at the least."""


def table_data(table: TableActor) -> TableData:
    masa = table.masa
    return TableData(
        id=table.id,
        name=table.name,
        sides=masa.sides,
        players=masa.nb_players,
        people=table.people,
        playing=table.lively,
        waiting=len(table.waiting_list.waiting),
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
        straddle=masa.terms.straddle,
        run_twice=masa.terms.run_twice,
        act_time=table.access.act_time,
        bots=table.access.bots,
        private=table.key is not None,
        paused=table.access.paused,
        host=None if table.host is None else table.host.name,
    )


class TableList:
    def __init__(self, tables: Mapping[str, TableActor], clock: Clock) -> None:
        self._clock = clock
        self._tables = tables
        self._viewers: set[Viewer] = set()
        self._changed: set[str] = set()
        self._task: asyncio.Task[None] | None = None

    @property
    def tables(self) -> list[TableData]:
        """The liveliest first. Private ones are nobody's business."""
        found = [table for table in self._tables.values() if _is_open(table)]
        found.sort(key=lambda table: (-table.lively, table.masa.blinds.big, table.name))
        return [table_data(table) for table in found]

    def watch(self, viewer: Viewer) -> None:
        self._viewers.add(viewer)
        viewer.outbox.tell(_message(self.tables, ()))

    def unwatch(self, viewer: Viewer) -> None:
        self._viewers.discard(viewer)

    def touch(self, table: TableActor) -> None:
        """Something has changed there."""
        if table.key is not None or not self._viewers:
            return
        self._changed.add(table.id)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._tell(), name="table list")

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _tell(self) -> None:
        while self._changed:
            changed, self._changed = sorted(self._changed), set()
            tables = {id: self._tables.get(id) for id in changed}
            here = [table_data(table) for table in tables.values() if table and _is_open(table)]
            gone = [id for id, table in tables.items() if table is None or not _is_open(table)]
            text = write(_message(here, gone))
            for viewer in self._viewers:
                viewer.outbox.put(text)
            await self._clock.sleep(EVERY)


def _is_open(table: TableActor) -> bool:
    return table.key is None and not table.is_lost


def _message(tables: Iterable[TableData], closed: Iterable[str]) -> dict[str, Any]:
    rows = [table.model_dump() for table in tables]
    return {"type": "lobby", "tables": rows, "closed": list(closed)}
