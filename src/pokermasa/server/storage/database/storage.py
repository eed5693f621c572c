"""The database of an open room, as one value for all who read and write it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, TypeVarTuple

from sqlalchemy import Connection, Select, UpdateBase
from sqlalchemy.ext.asyncio import AsyncEngine

from pokermasa.server.clock import Clock
from pokermasa.server.storage.database.writer import Writer

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")


class Storage(NamedTuple):
    """Reads run at once, each in a short transaction of its own. Writes wait in the queue of the
    writer and are on disk when they return."""

    engine: AsyncEngine
    writer: Writer
    clock: Clock

    def now(self) -> int:
        """Return the time of stored rows, in milliseconds since 1970."""
        return self.clock.now()

    async def read(
        self, function: Callable[[Connection, *Arguments], Result], *arguments: *Arguments
    ) -> Result:
        """Return what *function* reads. It is called with a connection and *arguments*."""
        async with self.engine.connect() as connection:
            return await connection.run_sync(function, *arguments)

    async def rows(self, query: Select[Any]) -> list[Any]:
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).all())

    async def first(self, query: Select[Any]) -> Any:
        """Return the first row, or None if there is none."""
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).first()

    async def scalar(self, query: Select[Any]) -> Any:
        """Return the first column of the first row, or None if there is no row."""
        async with self.engine.connect() as connection:
            return await connection.scalar(query)

    async def write(
        self, function: Callable[[Connection, *Arguments], Result], *arguments: *Arguments
    ) -> Result:
        """Return what *function* returns. It is called with a connection and *arguments*, in a
        transaction that may contain other work as well. Raises `Refused` if nothing was written."""
        return await self.writer.write(lambda connection: function(connection, *arguments))

    async def execute(self, statement: UpdateBase) -> int:
        """Write one statement and return the number of rows that it changed."""
        return await self.write(lambda connection: connection.execute(statement).rowcount)
