"""SQLite: a file in the data folder, written by one process at a time."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from pokermasa.server.storage.database.committer import Batch, JournalLine, answer_to, do_apart
from pokermasa.server.storage.database.sqlite_journal import keep

PASSING = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_FULL")
"""Prefixes of temporary errors: another program has locked the file, or the disk is full."""
PRAGMAS: tuple[str, ...] = (
    "journal_mode=WAL",
    "synchronous=FULL",  # acknowledged acts must survive a power cut
    "foreign_keys=ON",
    "busy_timeout=2000",
    "secure_delete=ON",  # overwrite deleted data, so that erased names are not left in the file
)


class Sqlite:
    """A database in a SQLite file."""

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
        # Parameters contain cards and secrets, so they must not appear in errors or logs.
        engine = create_async_engine(
            self._url.set(drivername="sqlite+aiosqlite"), hide_parameters=True
        )
        _prepare(engine.sync_engine)
        return engine

    def whole(self) -> Engine:
        """All transactions of this engine lock for writing at once, so that two processes wait for
        each other instead of failing at the commit."""
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
            connection.isolation_level = None  # Python's driver would start transactions too late

        @event.listens_for(engine, "begin")
        def begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN IMMEDIATE")

        return engine

    def committer(self, lease_time: int) -> SqliteCommitter:
        return SqliteCommitter(self.whole(), lease_time)

    def empty_log(self) -> bool:
        """Empty the write-ahead log, which still contains overwritten data. Returns False if a
        reader is in the way."""
        if self.file is None:
            return True
        connection = sqlite3.connect(self.file, timeout=0.1)
        try:
            is_busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.OperationalError:
            return False
        finally:
            connection.close()
        return not is_busy

    def is_passing(self, error: BaseException) -> bool:
        return getattr(error, "sqlite_errorname", "").startswith(PASSING)

    def is_conflict(self, error: BaseException) -> bool:
        """Always False: the file has one lock, and a second writer waits for it."""
        return False


def _prepare(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()


class SqliteCommitter:
    """Most commits contain only journal lines. These use plain SQL (sqlite_journal.py) instead of
    SQLAlchemy, which is slower."""

    def __init__(self, engine: Engine, lease_time: int) -> None:
        self._engine = engine
        self._lease_time = lease_time
        self._file: sqlite3.Connection | None = None
        """The only connection of *engine*. Only the writer's thread uses it."""
        self.is_in_doubt = False
        self.on_doubt: Callable[[], object] = lambda: None
        event.listen(engine, "connect", self._note_file)

    def _note_file(self, connection: Any, _record: Any) -> None:
        self._file = connection

    def commit(self, batch: Batch) -> list[Any]:
        entries = [entry for entry in batch if isinstance(entry, JournalLine)]
        if self._file is not None and len(entries) == len(batch):
            return self._commit_acts(self._file, entries)
        with self._engine.begin() as connection:
            assert self._file is not None
            written = keep(self._file, entries, self._lease_time)
            return [
                answer_to(item, written)
                if isinstance(item, JournalLine)
                else do_apart(connection, item)
                for item in batch
            ]

    def _commit_acts(self, file: sqlite3.Connection, entries: list[JournalLine]) -> list[Any]:
        file.execute("BEGIN IMMEDIATE")
        try:
            written = keep(file, entries, self._lease_time)
            file.execute("COMMIT")
        except BaseException:
            if file.in_transaction:  # a full disk may have ended the transaction already
                file.execute("ROLLBACK")
            raise
        return [answer_to(entry, written) for entry in entries]

    def stop_waiting(self) -> None:
        """There is nothing to stop: a file replies at once."""

    def close(self) -> None:
        self._engine.dispose()
