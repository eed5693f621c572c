"""Takes over tables and tournaments that no running process of the room owns."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Generic, TypeVar

from sqlalchemy import Connection, Select

from pokermasa.server.refusal import Refused
from pokermasa.server.storage.database.process import Process
from pokermasa.server.storage.database.storage import Storage
from pokermasa.server.storage.journal import lease
from pokermasa.server.storage.journal.lease import Lease

AT_ONCE = 25
"""Number of tables or tournaments that are taken over in one transaction. Acts at other tables wait
for it."""
log = logging.getLogger(__name__)
Record = TypeVar("Record")


class Adoption(Generic[Record]):
    """Takes the lease of a table or tournament, reads its stored data, and starts it in this
    process.

    *open* selects the ids of all that are open in the room. *here* contains the ids of this
    process. *read* loads one from the database in the transaction that takes the lease, and *start*
    starts it.
    """

    free: Callable[[Select[tuple[str]], int], Awaitable[list[str]]]
    """Function that returns the selected ids that this process may take over; see
    `Handover.free`."""

    def __init__(
        self,
        *,
        open: Select[tuple[str]],
        here: Collection[str],
        read: Callable[[Connection, Lease], Record],
        start: Callable[[Record], object],
        storage: Storage,
        process: Process,
        lease_ms: int,
    ) -> None:
        self._open, self._here = open, here
        self._read, self._start = read, start
        self._storage, self._process, self._lease_ms = storage, process, lease_ms
        self._lock = asyncio.Lock()
        """Lock that prevents two tasks of this process from taking over the same id at the same
        time."""

    async def adopt_all(self) -> None:
        """Takes over everything that no running process owns, up to this process's share."""
        free = await self.free(self._open, len(self._here))
        for start in range(0, len(free), AT_ONCE):
            async with self._lock:
                taking = map(self._take_over, free[start : start + AT_ONCE])
                results = await asyncio.gather(*taking, return_exceptions=True)
            for error in results:
                # Another process may have been faster.
                if error is not None and not isinstance(error, Refused):
                    raise error

    async def adopt_if_free(self, id: str) -> bool:
        """Takes over this id. Returns False if another process owns it."""
        if id not in await self.free(self._open.where(self._open.selected_columns.id == id), 0):
            return False
        await self.adopt(id)
        return True

    async def adopt(self, id: str) -> None:
        """Takes over this id. Raises `Refused` while another process owns it. Does nothing if it is
        here already."""
        async with self._lock:
            await self._take_over(id)

    async def _take_over(self, id: str) -> None:
        if id not in self._here:
            self._start(await self._storage.write(self._taken, id))
            log.info("%s has been taken over", id)

    def _taken(self, connection: Connection, id: str) -> Record:
        owner, is_dead = self._process.owner, self._process.is_dead
        now, time = self._storage.now(), self._lease_ms
        return self._read(connection, lease.take(connection, id, owner, now, time, is_dead))
