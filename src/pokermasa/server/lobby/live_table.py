"""A live table for the lobby: one picture, at most once a second, the same for all who look.

Nobody who looks counts as a viewer of the table: no bots sit down for it, and nobody is awaited. Of
a room in several processes, each shows a table of its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from pokermasa.server.clock import Clock
from pokermasa.server.table.actor import TableActor
from pokermasa.server.table.event_log import write
from pokermasa.server.table.viewer import Viewer

EVERY = 1.0
"""Seconds between two pictures at the least."""


class LiveTable:
    def __init__(self, tables: Mapping[str, TableActor], clock: Clock) -> None:
        self._tables = tables
        self._clock = clock
        self._viewers: set[Viewer] = set()
        self._shown: TableActor | None = None
        self._is_stale = False
        self._text = ""
        self._task: asyncio.Task[None] | None = None

    def watch(self, viewer: Viewer) -> None:
        if not self._viewers:
            self._draw()
        self._viewers.add(viewer)
        viewer.outbox.put(self._text)

    def unwatch(self, viewer: Viewer) -> None:
        self._viewers.discard(viewer)

    def touch(self, table: TableActor) -> None:
        """Something has changed there."""
        shown = self._shown
        is_it = shown is None or table is shown or table.lively > 2 * shown.lively
        if not self._viewers or not is_it:
            return
        self._is_stale = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._tell(), name="live table")

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _tell(self) -> None:
        while self._is_stale and self._viewers:
            self._is_stale = False
            before = self._text
            self._draw()
            for viewer in self._viewers if self._text != before else ():
                viewer.outbox.put(self._text)
            await self._clock.sleep(EVERY)

    def _draw(self) -> None:
        self._shown = self._choose()
        self._text = write(_picture(self._shown))

    def _choose(self) -> TableActor | None:
        """The liveliest, unless the one that is shown is about as lively: a picture that jumps from
        table to table shows nothing."""
        playing = [
            table
            for table in self._tables.values()
            if table.state.key is None
            and not table.is_lost
            and (table.lively or table.state.masa.is_game)
        ]
        if not playing:
            return None
        best, shown = max(playing, key=lambda table: table.lively), self._shown
        if shown in playing and shown is not None and 2 * shown.lively >= best.lively:
            return shown
        return best


def _picture(table: TableActor | None) -> dict[str, Any]:
    """As somebody sees it who only looks on."""
    if table is None:
        return {"type": "live", "masa": None, "name": None, "host": None, "view": None}
    message = table.broadcast.view_message(None)
    room = message["room"]
    about = {"masa": table.id, "name": room["name"], "host": room["host"]}
    return {"type": "live", **about, "view": message["view"]}
