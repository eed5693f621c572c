"""A live view of one table for the lobby, sent at most once a second and equal for all viewers.

These viewers do not count as viewers of the table: no bots sit down for them, and the table does
not wait for them. In a room with several processes, each process shows one of its own tables.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from pokermasa.server.clock import Clock
from pokermasa.server.protocol.message import Live
from pokermasa.server.table.actor import TableActor
from pokermasa.server.table.event_log import write
from pokermasa.server.table.viewer import Viewer

EVERY = 1.0
"""Minimum number of seconds between two views."""


class LiveTable:
    """A lively public table whose state is sent to all viewers of the lobby."""

    def __init__(self, tables: Mapping[str, TableActor], clock: Clock) -> None:
        self._tables = tables
        self._clock = clock
        self._viewers: set[Viewer] = set()
        self._shown: TableActor | None = None
        self._is_stale = False
        self._text = b""
        self._task: asyncio.Task[None] | None = None

    def watch(self, viewer: Viewer) -> None:
        """Sends the viewer the current view and all later ones."""
        if not self._viewers:
            self._draw()
        self._viewers.add(viewer)
        viewer.outbox.put(self._text)

    def unwatch(self, viewer: Viewer) -> None:
        self._viewers.discard(viewer)

    def touch(self, table: TableActor) -> None:
        """Notes that this table has changed. A new view is sent if it concerns the shown table."""
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
        """Return the table with the most active players. The shown table stays while it has at
        least half as many, so that the view does not jump from table to table."""
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


def _picture(table: TableActor | None) -> Live:
    """Return the live view of the table, with what a spectator may see."""
    if table is None:
        return {"type": "live", "masa": None, "name": None, "host": None, "view": None}
    message = table.broadcast.view_message(None)
    room = message["room"]
    return {
        "type": "live",
        "masa": table.id,
        "name": room["name"],
        "host": room["host"],
        "view": message["view"],
    }
