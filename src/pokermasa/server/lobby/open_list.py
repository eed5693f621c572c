"""A list of the lobby, of tables or of tournaments, and whoever looks at it."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar

from pokermasa.server.clock import Clock
from pokermasa.server.storage.account import Account
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
        self._viewers: dict[Viewer, set[str]] = {}
        """With the private ones that they were told of."""
        self._changed: dict[str, bool] = {}
        """Whether it is private."""
        self._task: asyncio.Task[None] | None = None

    # What is listed

    @abstractmethod
    def is_open(self, one: Listed) -> bool:
        """Private ones are nobody's business..."""

    def is_own(self, one: Listed, account: Account | None) -> bool:
        """...but those of who looks."""
        return False

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

    def rows(self, account: Account | None = None) -> list[Data]:
        own = [self._listed[id] for id in self._own(self._listed, account)]
        return [self.row(one) for one in sorted(self.listed + own, key=self.order)]

    def _own(self, ids: Iterable[str], account: Account | None) -> list[str]:
        found = ((id, self._listed.get(id)) for id in ids)
        return [id for id, one in found if one is not None and self.is_own(one, account)]

    def _open(self, some: Iterable[Listed | None]) -> list[Listed]:
        return [one for one in some if one is not None and self.is_open(one)]

    def watch(self, viewer: Viewer) -> None:
        self._viewers[viewer] = set(self._own(self._listed, viewer.account))
        viewer.outbox.tell(self.message(self.rows(viewer.account), []))

    def unwatch(self, viewer: Viewer) -> None:
        self._viewers.pop(viewer, None)

    def touch(self, id: str, is_private: bool = False) -> None:
        """Something has changed there."""
        if not self._viewers:
            return
        self._changed[id] = is_private
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._tell(), name=f"list of {type(self).__name__}")

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _tell(self) -> None:
        while self._changed:
            changed, self._changed = self._changed, {}
            private = [id for id in sorted(changed) if changed[id]]
            here = {
                id: self._open([self._listed.get(id)]) for id in sorted(changed.keys() - private)
            }
            rows = [self.row(one) for found in here.values() for one in found]
            closed = [id for id, found in here.items() if not found]
            text = write(self.message(rows, closed))
            for viewer, known in self._viewers.items():
                own = self._own(private, viewer.account)
                gone = [id for id in private if id in known and id not in own]
                if own or gone:
                    known.difference_update(gone)
                    known.update(own)
                    mine = [self.row(self._listed[id]) for id in own]
                    viewer.outbox.tell(self.message(rows + mine, closed + gone))
                elif here:
                    viewer.outbox.put(text)
            await self._clock.sleep(EVERY)
