"""PostgreSQL: how the room connects to a server, and how long it waits for an answer."""

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
"""The longest that PostgreSQL can be told to wait, in milliseconds."""
SETTINGS = """
SELECT set_config('idle_in_transaction_session_timeout', %(idle)s, false),
    set_config('statement_timeout', %(most)s, false),
    set_config('lock_timeout', %(most)s, false),
    set_config('synchronous_commit', CASE current_setting('synchronous_commit')
        WHEN 'off' THEN 'on' WHEN 'local' THEN 'on' ELSE current_setting('synchronous_commit') END,
        false)
"""
"""What is told to players must survive a power cut and the loss of a server that has a synchronous
replica. A process that stands still in the middle must not keep others from what it has locked."""


class Postgres:
    def __init__(self, url: str, limit: int | None = None) -> None:
        # Everything libpq understands: several hosts, TLS, a password file.
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

        # Parameters are cards and secrets: they never stand in an error, and so never in a log.
        engine = create_async_engine(DRIVER, async_creator=connect, hide_parameters=True)
        event.listen(engine.sync_engine, "handle_error", _refuse)
        return engine

    def whole(self) -> Engine:
        """Without a limit: looking at everything may take long."""
        return self._engine(
            lambda: psycopg.connect(self._url, **_words(None)), isolation_level="REPEATABLE READ"
        )

    def committer(self, lease_time: int) -> PostgresCommitter:
        def connect() -> psycopg.Connection[Any]:
            connection = BoundedConnection.open(self._url, self._limit)
            most = 0 if self._limit is None else int(0.8 * self._limit)
            connection.execute(SETTINGS, {"idle": str(min(lease_time, MOST)), "most": str(most)})
            connection.commit()
            return connection

        return PostgresCommitter(self._engine(connect), lease_time)

    def _engine(self, connect: Callable[[], Any], **words: Any) -> Engine:
        return create_engine(
            DRIVER, creator=connect, hide_parameters=True, pool_size=1, max_overflow=0, **words
        )

    def empty_log(self) -> bool:
        """The server's own business: it forgets what was overwritten when it vacuums."""
        return True

    def is_passing(self, error: BaseException) -> bool:
        """A server that is not there may be misspelt: that is said at once."""
        return isinstance(error, psycopg.errors.DiskFull | psycopg.errors.LockNotAvailable)

    def is_conflict(self, error: BaseException) -> bool:
        return isinstance(error, CONFLICTS)


def _words(limit: int | None) -> dict[str, Any]:
    # Two seconds are the least that libpq knows.
    seconds = 10 if limit is None else max(2, math.ceil(limit / 1000))
    return {"connect_timeout": seconds, "application_name": "pokermasa"}


def _refuse(context: ExceptionContext) -> None:
    """While the server is away, questions are refused in the same words as acts."""
    error = context.original_exception
    if isinstance(error, psycopg.OperationalError):
        raise Refused(RoomRefusal.STORAGE, type(error).__name__) from None
    if isinstance(error, psycopg.DataError):  # a zero character, or a number beyond all bounds
        raise Refused(RoomRefusal.UNREADABLE) from None


class BoundedConnection(psycopg.Connection[Any]):
    """Gives up a server that says nothing: a stopped one, or one behind a cut line."""

    limit: float | None = None

    @classmethod
    def open(cls, url: str, limit: int | None) -> BoundedConnection:
        connection = cls.connect(url, **_words(limit))
        connection.limit = limit and limit / 1000
        return connection

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        try:
            return super().wait(gen, interval, timeout or self.limit)
        except psycopg.OperationalError:
            _hang_up(self)
            raise


class BoundedAsyncConnection(psycopg.AsyncConnection[Any]):
    limit: float | None = None

    @classmethod
    async def open(cls, url: str, limit: int | None) -> BoundedAsyncConnection:
        connection = await cls.connect(url, **_words(limit))
        connection.limit = limit and limit / 1000
        return connection

    async def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:  # noqa: ASYNC109 - psycopg's
        try:
            return await super().wait(gen, interval, timeout or self.limit)
        except psycopg.OperationalError:
            _hang_up(self)
            raise


def _hang_up(connection: psycopg.Connection[Any] | psycopg.AsyncConnection[Any]) -> None:
    """An answer that came later would be taken for the next one's."""
    if connection.pgconn.transaction_status == TransactionStatus.ACTIVE:
        connection.pgconn.finish()
