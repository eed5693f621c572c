"""PostgreSQL: connection settings, and limits on waiting for a reply of the server."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import psycopg
from psycopg.pq import TransactionStatus
from sqlalchemy import Engine, ExceptionContext, create_engine, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.database.postgres_committer import CONFLICTS, PostgresCommitter

if TYPE_CHECKING:
    from collections.abc import Callable

DRIVER = "postgresql+psycopg://"
MOST = 2**31 - 1
"""Maximum of PostgreSQL's timeouts, in milliseconds."""
SETTINGS = """
SELECT set_config('idle_in_transaction_session_timeout', %(idle)s, false),
    set_config('statement_timeout', %(most)s, false),
    set_config('lock_timeout', %(most)s, false),
    set_config('synchronous_commit', CASE current_setting('synchronous_commit')
        WHEN 'off' THEN 'on' WHEN 'local' THEN 'on' ELSE current_setting('synchronous_commit') END,
        false)
"""
"""Settings of the writer's connection. Acknowledged acts must survive a power cut, and the loss of
a server that has a synchronous replica. Idle transactions are ended, so that a stopped process
does not keep its locks."""


class Postgres:
    """A database on a PostgreSQL server."""

    def __init__(self, url: str, limit: int | None = None) -> None:
        # Every form that libpq understands: several hosts, TLS, a password file.
        self._url = re.sub(r"^postgres(ql)?(\+psycopg)?://", "postgresql://", url)
        self._limit = limit

    @property
    def name(self) -> str:
        parts = urlsplit(self._url)
        return f"postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}"

    @property
    def file(self) -> Path | None:
        return None

    def reading(self) -> AsyncEngine:
        async def connect() -> Any:
            return await BoundedAsyncConnection.open(self._url, self._limit)

        # Parameters contain cards and secrets, so they must not appear in errors or logs.
        engine = create_async_engine(DRIVER, async_creator=connect, hide_parameters=True)
        event.listen(engine.sync_engine, "handle_error", _refuse)
        return engine

    def whole(self) -> Engine:
        """The engine has no time limit, because reading everything may take long."""
        return self._engine(
            lambda: psycopg.connect(self._url, **_connect_options(None)),
            isolation_level="REPEATABLE READ",
        )

    def committer(self, lease_time: int) -> PostgresCommitter:
        def connect() -> psycopg.Connection[Any]:
            connection = BoundedConnection.open(self._url, self._limit)
            most = 0 if self._limit is None else int(0.8 * self._limit)
            connection.execute(SETTINGS, {"idle": str(min(lease_time, MOST)), "most": str(most)})
            connection.commit()
            return connection

        return PostgresCommitter(self._engine(connect), lease_time)

    def _engine(self, connect: Callable[[], Any], **options: Any) -> Engine:
        return create_engine(
            DRIVER, creator=connect, hide_parameters=True, pool_size=1, max_overflow=0, **options
        )

    def empty_log(self) -> bool:
        """There is nothing to do: the server removes overwritten data when it vacuums."""
        return True

    def is_passing(self, error: BaseException) -> bool:
        """An unreachable server does not count as temporary, because its address may be
        misspelt."""
        return isinstance(error, psycopg.errors.DiskFull | psycopg.errors.LockNotAvailable)

    def is_conflict(self, error: BaseException) -> bool:
        return isinstance(error, CONFLICTS)


def _connect_options(limit: int | None) -> dict[str, Any]:
    # libpq's minimum is two seconds.
    seconds = 10 if limit is None else max(2, math.ceil(limit / 1000))
    return {"connect_timeout": seconds, "application_name": "pokermasa"}


def _refuse(context: ExceptionContext) -> None:
    """While the server is unreachable, queries are refused with the same code as acts."""
    error = context.original_exception
    if isinstance(error, psycopg.OperationalError):
        raise Refused(RoomRefusal.STORAGE, type(error).__name__) from None
    if isinstance(error, psycopg.DataError):  # a NUL character, or a number out of range
        raise Refused(RoomRefusal.UNREADABLE) from None


class BoundedConnection(psycopg.Connection[Any]):
    """A connection that gives up when the server does not reply within `limit` seconds, for
    example because it is stopped or the network is cut."""

    limit: float | None = None

    @classmethod
    def open(cls, url: str, limit: int | None) -> BoundedConnection:
        connection = cls.connect(url, **_connect_options(limit))
        connection.limit = limit and limit / 1000
        return connection

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        try:
            return super().wait(gen, interval, timeout or self.limit)
        except psycopg.OperationalError:
            _hang_up(self)
            raise


class BoundedAsyncConnection(psycopg.AsyncConnection[Any]):
    """The asynchronous counterpart of `BoundedConnection`."""

    limit: float | None = None

    @classmethod
    async def open(cls, url: str, limit: int | None) -> BoundedAsyncConnection:
        connection = await cls.connect(url, **_connect_options(limit))
        connection.limit = limit and limit / 1000
        return connection

    async def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:  # noqa: ASYNC109 - psycopg's
        try:
            return await super().wait(gen, interval, timeout or self.limit)
        except psycopg.OperationalError:
            _hang_up(self)
            raise


def _hang_up(connection: psycopg.Connection[Any] | psycopg.AsyncConnection[Any]) -> None:
    """Close the connection, because a late reply would be taken for the reply to the next
    query."""
    if connection.pgconn.transaction_status == TransactionStatus.ACTIVE:
        connection.pgconn.finish()
