"""The list of tournaments in the lobby, and whoever looks at it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from pokermasa.server.clock import Clock
from pokermasa.server.director import figures
from pokermasa.server.director.director import Director
from pokermasa.server.table.event_log import write
from pokermasa.server.table.viewer import Viewer

EVERY = 1.0
"""Seconds between two messages at the least."""


class TournamentList:
    def __init__(self, directors: Mapping[str, Director], clock: Clock) -> None:
        self._directors = directors
        self._clock = clock
        self._viewers: set[Viewer] = set()
        self._changed: set[str] = set()
        self._task: asyncio.Task[None] | None = None

    @property
    def rows(self) -> list[dict[str, Any]]:
        """`TournamentData` of all that are open: those one can enter first, then by start and
        size. Private ones are nobody's business."""
        rows = [figures.row(d) for d in self._directors.values() if _is_open(d)]
        rows.sort(key=lambda row: (not row["open"], row["starts"] or 0, row["most"], row["id"]))
        return rows

    def watch(self, viewer: Viewer) -> None:
        self._viewers.add(viewer)
        viewer.outbox.tell(_message(self.rows, []))

    def unwatch(self, viewer: Viewer) -> None:
        self._viewers.discard(viewer)

    def touch(self, director: Director) -> None:
        """Something has changed there."""
        if director.key is not None or not self._viewers:
            return
        self._changed.add(director.id)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._tell(), name="board of tournaments")

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _tell(self) -> None:
        while self._changed:
            changed, self._changed = sorted(self._changed), set()
            found = {id: self._directors.get(id) for id in changed}
            here = [figures.row(d) for d in found.values() if d and _is_open(d)]
            gone = [id for id, d in found.items() if d is None or not _is_open(d)]
            text = write(_message(here, gone))
            for viewer in self._viewers:
                viewer.outbox.put(text)
            await self._clock.sleep(EVERY)


def _is_open(director: Director) -> bool:
    return director.key is None and not director.is_lost and not director.tournament.is_ended


def _message(rows: list[dict[str, Any]], closed: list[str]) -> dict[str, Any]:
    return {"type": "tournaments", "tournaments": rows, "closed": closed}
