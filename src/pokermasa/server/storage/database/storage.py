"""The database of an open room, as one value for all who read and write it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, TypeVarTuple

from sqlalchemy import Connection, Select, UpdateBase
from sqlalchemy.ext.asyncio import AsyncEngine

from pokermasa.server.clock import Clock
from pokermasa.server.storage.database.writer import Writer

Result = TypeVar("Result")
Words = TypeVarTuple("Words")


class Storage(NamedTuple):
    """Reads run at once, each in a short transaction of its own. Writes wait in the queue of the
    writer and are on disk when they return."""

    engine: AsyncEngine
    writer: Writer
    clock: Clock

    def now(self) -> int:
        """Return the time of stored rows, in milliseconds since 1970."""
        return self.clock.now()

    async def read(self, work: Callable[[Connection, *Words], Result], *words: *Words) -> Result:
        """Return what *work* reads. It is called with a connection and *words*."""
        async with self.engine.connect() as connection:
            return await connection.run_sync(work, *words)

    async def rows(self, wanted: Select[Any]) -> list[Any]:
        async with self.engine.connect() as connection:
            return list((await connection.execute(wanted)).all())

    async def first(self, wanted: Select[Any]) -> Any:
        """Return the first row, or None if there is none."""
        async with self.engine.connect() as connection:
            return (await connection.execute(wanted)).first()

    async def scalar(self, wanted: Select[Any]) -> Any:
        """Return the first column of the first row, or None if there is no row."""
        async with self.engine.connect() as connection:
            return await connection.scalar(wanted)

    async def write(self, work: Callable[[Connection, *Words], Result], *words: *Words) -> Result:
        """Return what *work* returns. It is called with a connection and *words*, in a transaction
        that may contain other work as well. Raises `Refused` if nothing was written."""
        return await self.writer.write(lambda connection: work(connection, *words))

    async def execute(self, statement: UpdateBase) -> int:
        """Write one statement and return the number of rows that it changed."""
        return await self.write(lambda connection: connection.execute(statement).rowcount)
