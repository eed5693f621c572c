"""SQLite: a file of the room's own, written by one process at a time."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from pokermasa.server.storage.database.committer import Batch, Entry, answer_to, do_apart
from pokermasa.server.storage.database.sqlite_journal import keep

PASSING = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_FULL")
"""Another program is at it, or the disk is full."""
PRAGMAS: tuple[str, ...] = (
    "journal_mode=WAL",
    "synchronous=FULL",  # what is told to players must survive a power cut
    "foreign_keys=ON",
    "busy_timeout=2000",
    "secure_delete=ON",  # what is deleted is overwritten: a name that is gone is not in the file
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

    def empty_log(self) -> bool:
        """What was overwritten is in the log of changes yet, until that is emptied; False where
        somebody reads on just now."""
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
        """The file has one lock: whoever comes second waits for it."""
        return False


def _prepare(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()


class SqliteCommitter:
    """Acts are most of what is written, and most commits have nothing else: those are said in SQL
    as it stands (sqlite_journal.py)."""

    def __init__(self, engine: Engine, lease_time: int) -> None:
        self._engine = engine
        self._lease_time = lease_time
        self._file: sqlite3.Connection | None = None
        """The only connection that *engine* has, which nobody but the writer's thread uses."""
        self.is_in_doubt = False
        self.on_doubt: Callable[[], None] = lambda: None
        event.listen(engine, "connect", self._note_file)

    def _note_file(self, connection: Any, _record: Any) -> None:
        self._file = connection

    def commit(self, batch: Batch) -> list[Any]:
        entries = [entry for entry in batch if isinstance(entry, Entry)]
        if self._file is not None and len(entries) == len(batch):
            return self._commit_acts(self._file, entries)
        with self._engine.begin() as connection:
            assert self._file is not None
            kept = keep(self._file, entries, self._lease_time)
            return [
                answer_to(wanted, kept)
                if isinstance(wanted, Entry)
                else do_apart(connection, wanted)
                for wanted in batch
            ]

    def _commit_acts(self, file: sqlite3.Connection, entries: list[Entry]) -> list[Any]:
        file.execute("BEGIN IMMEDIATE")
        try:
            kept = keep(file, entries, self._lease_time)
            file.execute("COMMIT")
        except BaseException:
            if file.in_transaction:  # a full disk may have ended it already
                file.execute("ROLLBACK")
            raise
        return [answer_to(entry, kept) for entry in entries]

    def stop_waiting(self) -> None:
        """A file answers at once."""

    def close(self) -> None:
        self._engine.dispose()
