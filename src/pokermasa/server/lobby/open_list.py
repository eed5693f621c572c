"""A list of open tables or tournaments that clients of the lobby can watch."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Generic, TypedDict, TypeVar

from pydantic import TypeAdapter, ValidationError

from pokermasa.server.clock import Clock
from pokermasa.server.protocol.message import AnyMessage
from pokermasa.server.storage.account import Account
from pokermasa.server.table.event_log import write
from pokermasa.server.table.viewer import Viewer

log = logging.getLogger(__name__)

EVERY = 1.0
"""Minimum number of seconds between two messages about changes."""


class _Row(TypedDict):
    id: str


Listed = TypeVar("Listed")
Row = TypeVar("Row", bound=_Row)


class OpenList(ABC, Generic[Listed, Row]):
    """A list that sends viewers all rows first, and then the changes, at most once every `EVERY`
    seconds.

    In a room with several processes it also holds the rows of the other processes.
    """

    def __init__(self, listed: Mapping[str, Listed], clock: Clock) -> None:
        self._listed = listed
        self._clock = clock
        self._viewers: dict[Viewer, set[str]] = {}
        """The ids of private rows that each viewer has been sent."""
        self._changed: dict[str, bool] = {}
        """Ids that have changed since the last message, with whether each is private."""
        self._task: asyncio.Task[None] | None = None
        self._touched: set[str] = set()
        """Ids of public rows that have changed in this process."""
        self._elsewhere: dict[str, dict[str, Row]] = {}
        """Public rows of other processes, by process and id."""
        self._own_elsewhere: dict[str, dict[str, tuple[Row, set[int]]]] = {}
        """Private rows of other processes, by process and id, with the accounts that may see
        each."""
        self.on_private: Callable[[str], None] | None = None
        """Called with the id of every private row that has changed in this process."""
        self.on_rows: Callable[[list[Row], list[str]], None] | None = None
        """Called with the rows that have changed in this process and the ids that were closed. None
        if there are no other processes."""

    # Listed rows

    @abstractmethod
    def is_open(self, one: Listed) -> bool:
        """Return whether the entry is open and public."""

    def is_own(self, one: Listed, account: Account | None) -> bool:
        """Return whether the account may see this private entry."""
        return False

    def owners(self, one: Listed) -> set[int]:
        """Return the accounts for which `is_own` is true."""
        return set()

    @abstractmethod
    def row(self, one: Listed) -> Row: ...

    row_type: TypeAdapter[Row]
    """Validator of rows of other processes, which may run another version."""

    @abstractmethod
    def order(self, row: Row) -> Any:
        """Return the key by which rows are sorted."""

    @abstractmethod
    def message(self, rows: list[Row], closed: list[str]) -> AnyMessage: ...

    # Viewers

    def rows(self, account: Account | None = None) -> list[Row]:
        """Return all rows that the account may see, sorted."""
        mine = self._own_rows(account).values()
        here = {row["id"]: row for row in (*self.own_rows, *mine)}
        return sorted((self._rows_elsewhere() | here).values(), key=self.order)

    @property
    def own_rows(self) -> list[Row]:
        """The public rows of this process."""
        return [self.row(one) for one in self._open(self._listed.values())]

    def _rows_elsewhere(self) -> dict[str, Row]:
        return {id: row for rows in self._elsewhere.values() for id, row in rows.items()}

    def rows_of(self, process: str) -> list[Row]:
        """Return the public rows of another process."""
        return list(self._elsewhere.get(process, {}).values())

    def _own_rows(self, account: Account | None) -> dict[str, Row]:
        """Return the private rows of all processes that the account may see."""
        if account is None:
            return {}
        found = {
            id: row
            for rows in self._own_elsewhere.values()
            for id, (row, owners) in rows.items()
            if account.id in owners
        }
        here = {id: self.row(one) for id, one in self._listed.items() if self.is_own(one, account)}
        return found | here

    def private_row(self, id: str) -> tuple[Row, set[int]] | None:
        """Return a private row of this process with the accounts that may see it, or None."""
        one = self._listed.get(id)
        owners = set() if one is None or self.is_open(one) else self.owners(one)
        return (self.row(one), owners) if one is not None and owners else None

    def owned_by(self, accounts: Collection[int]) -> list[str]:
        """Return the ids of the private entries of this process that one of the accounts may
        see."""
        return []

    def _open(self, some: Iterable[Listed | None]) -> list[Listed]:
        return [one for one in some if one is not None and self.is_open(one)]

    def watch(self, viewer: Viewer) -> None:
        self._viewers[viewer] = {*self._own_rows(viewer.account)}
        viewer.outbox.tell(self.message(self.rows(viewer.account), []))

    def unwatch(self, viewer: Viewer) -> None:
        self._viewers.pop(viewer, None)

    def touch(self, id: str, is_private: bool = False) -> None:
        """Notes that an entry of this process has changed."""
        if not (self._viewers or self.on_rows):
            return
        if not is_private:
            self._touched.add(id)
        self._changed[id] = is_private
        self._tell_soon()

    def hear(self, process: str, rows: list[Row], closed: list[str], is_all: bool) -> None:
        """Takes over rows and closed ids of another process. If *is_all* is true, these are all its
        rows."""
        rows = [row for row in rows if self._is_row(row)]
        was = self._elsewhere.get(process, {})
        now = {} if is_all else {id: row for id, row in was.items() if id not in closed}
        self._elsewhere[process] = now | {row["id"]: row for row in rows}
        self._note([*(was.keys() - now.keys()), *(row["id"] for row in rows)])

    def _is_row(self, row: Row) -> bool:
        try:
            self.row_type.validate_python(row)
        except ValidationError:
            log.warning("another process sent a list that this version cannot read")
            return False
        return True

    def hear_private(self, process: str, id: str, row: Row | None, owners: list[int]) -> None:
        """Takes over a private row of another process and the accounts that may see it. A row of
        None removes it."""
        there = self._own_elsewhere.setdefault(process, {})
        there.pop(id, None)
        if row is not None and owners and self._is_row(row):
            there[id] = row, {*owners}
        self._changed.setdefault(id, True)
        self._tell_soon()

    def forget(self, process: str) -> None:
        """Removes all rows of another process."""
        private = self._own_elsewhere.pop(process, {})
        self._changed |= {id: True for id in private if id not in self._changed}
        self._note(self._elsewhere.pop(process, {}))

    def _note(self, ids: Iterable[str]) -> None:
        self._changed.update(dict.fromkeys(ids, False))
        if self._changed:
            self._tell_soon()

    def _tell_soon(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._tell(), name=f"list of {type(self).__name__}")

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _tell(self) -> None:
        """Sends the changes to all viewers while there are any."""
        while self._changed:
            changed, self._changed = self._changed, {}
            private = [id for id in sorted(changed) if changed[id]]
            here = {
                id: self._open([self._listed.get(id)]) for id in sorted(changed.keys() - private)
            }
            rows = [self.row(one) for found in here.values() for one in found]
            closed = [id for id, found in here.items() if not found]
            touched, self._touched = self._touched, set()
            if self.on_rows is not None and touched:
                self.on_rows(rows, [id for id in closed if id in touched])
            elsewhere = self._rows_elsewhere()
            rows += [elsewhere[id] for id in closed if id in elsewhere]
            closed = [id for id in closed if id not in elsewhere]
            text = write(self.message(rows, closed))
            if self.on_private is not None:
                for id in private:
                    self.on_private(id)
            for viewer, known in self._viewers.items():
                own = self._own_rows(viewer.account) if private else {}
                mine = [own[id] for id in private if id in own]
                gone = [id for id in private if id in known and id not in own]
                if mine or gone:
                    known.difference_update(gone)
                    known.update(own.keys() & private)
                    viewer.outbox.tell(self.message(rows + mine, closed + gone))
                elif here:
                    viewer.outbox.put(text)
            await self._clock.sleep(EVERY)
