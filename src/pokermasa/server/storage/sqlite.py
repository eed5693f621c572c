"""SQLite: a file of the room's own, written by one process at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, insert, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from pokermasa.server.storage import lease
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.committer import Batch, Entry, answer_to, do_apart

PASSING = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_FULL")
"""Another program is at it, or the disk is full."""
PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",  # what is told to players must survive a power cut
    "foreign_keys=ON",
    "busy_timeout=2000",
)


class Sqlite:
    def __init__(self, url: str) -> None:
        self._url = make_url(url)

    @property
    def name(self) -> str:
        return str(self.file or self._url.render_as_string(hide_password=True))

    @property
    def file(self) -> Path | None:
        if self._url.database in (None, "", ":memory:"):
            return None
        return Path((self._url.database or "").removeprefix("file:").partition("?")[0])

    def reading(self) -> AsyncEngine:
        # Parameters are cards and secrets: they never stand in an error, and so never in a log.
        engine = create_async_engine(
            self._url.set(drivername="sqlite+aiosqlite"), hide_parameters=True
        )
        _prepare(engine.sync_engine)
        return engine

    def whole(self) -> Engine:
        """Its transactions are writing ones from the start, so that two processes wait for each
        other instead of finding out too late."""
        engine = create_engine(
            self._url.set(drivername="sqlite"),
            hide_parameters=True,
            pool_size=1,
            max_overflow=0,
            connect_args={"check_same_thread": False},
        )
        _prepare(engine)

        @event.listens_for(engine, "connect")
        def take_over(connection: Any, _record: Any) -> None:
            connection.isolation_level = None  # Python's driver would begin too late

        @event.listens_for(engine, "begin")
        def begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN IMMEDIATE")

        return engine

    def committer(self, lease_time: int) -> SqliteCommitter:
        return SqliteCommitter(self.whole(), lease_time)

    def is_passing(self, error: BaseException) -> bool:
        return getattr(error, "sqlite_errorname", "").startswith(PASSING)


def _prepare(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()


class SqliteCommitter:
    def __init__(self, engine: Engine, lease_time: int) -> None:
        self._engine = engine
        self._lease_time = lease_time
        self.is_in_doubt = False
        self.on_doubt: Callable[[], None] = lambda: None

    def commit(self, batch: Batch) -> list[Any]:
        with self._engine.begin() as connection:
            kept = self._keep(connection, [entry for entry in batch if isinstance(entry, Entry)])
            return [
                answer_to(wanted, kept)
                if isinstance(wanted, Entry)
                else do_apart(connection, wanted)
                for wanted in batch
            ]

    def _keep(self, connection: Connection, entries: list[Entry]) -> set[tuple[str, int]]:
        """The lines that are written: those of leases that are still held."""
        if not entries:
            return set()
        now = max(entry.made for entry in entries)
        lost = lease.lost(connection, [entry.lease for entry in entries], now, self._lease_time)
        rows = [
            {"masa": e.lease.masa, "seq": e.seq, "made": e.made, "causes": e.causes}
            for e in entries
            if e.lease not in lost
        ]
        if rows:
            connection.execute(insert(store.journal), rows)
        return {(e.lease.masa, e.seq) for e in entries if e.lease not in lost}

    def stop_waiting(self) -> None:
        """A file answers at once."""

    def close(self) -> None:
        self._engine.dispose()
