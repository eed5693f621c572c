"""A list of the lobby, of tables or of tournaments, and whoever looks at it."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar

from pokermasa.server.clock import Clock
from pokermasa.server.table.event_log import write
from pokermasa.server.table.viewer import Viewer

EVERY = 1.0
"""Seconds between two messages at the least."""
Listed = TypeVar("Listed")
Data = dict[str, Any]


class OpenList(ABC, Generic[Listed]):
    """Whoever looks is told all of it first, then what has changed, at most once a second."""

    def __init__(self, listed: Mapping[str, Listed], clock: Clock) -> None:
        self._listed = listed
        self._clock = clock
        self._viewers: set[Viewer] = set()
        self._changed: set[str] = set()
        self._task: asyncio.Task[None] | None = None

    # What is listed

    @abstractmethod
    def is_open(self, one: Listed) -> bool:
        """Private ones are nobody's business."""

    @abstractmethod
    def row(self, one: Listed) -> Data: ...

    @abstractmethod
    def order(self, one: Listed) -> Any:
        """What they are sorted by."""

    @abstractmethod
    def message(self, rows: list[Data], closed: list[str]) -> Data: ...

    # Who looks

    @property
    def listed(self) -> list[Listed]:
        return sorted(self._open(self._listed.values()), key=self.order)

    @property
    def rows(self) -> list[Data]:
        return [self.row(one) for one in self.listed]

    def _open(self, some: Iterable[Listed | None]) -> list[Listed]:
        return [one for one in some if one is not None and self.is_open(one)]

    def watch(self, viewer: Viewer) -> None:
        self._viewers.add(viewer)
        viewer.outbox.tell(self.message(self.rows, []))

    def unwatch(self, viewer: Viewer) -> None:
        self._viewers.discard(viewer)

    def touch(self, id: str, is_private: bool) -> None:
        """Something has changed there."""
        if is_private or not self._viewers:
            return
        self._changed.add(id)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._tell(), name=f"list of {type(self).__name__}")

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _tell(self) -> None:
        while self._changed:
            changed, self._changed = sorted(self._changed), set()
            here = {id: self._open([self._listed.get(id)]) for id in changed}
            rows = [self.row(one) for found in here.values() for one in found]
            text = write(self.message(rows, [id for id, found in here.items() if not found]))
            for viewer in self._viewers:
                viewer.outbox.put(text)
            await self._clock.sleep(EVERY)
