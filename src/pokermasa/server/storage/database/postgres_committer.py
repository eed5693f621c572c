"""Commits to PostgreSQL: in one round trip if the batch has journal lines only, and never twice.

Each commit increments a counter in this process's row of the table `writer`. If the connection is
lost before the reply to a commit, the next connection reads the counter to see whether the commit
was done. It first takes over the row (column `connection`), after which the old connection can no
longer commit. If the counter is behind, the database has lost acknowledged commits and is refused.
"""

from __future__ import annotations

import json
import logging
import random
import secrets
import threading
from collections.abc import Callable
from typing import Any

import psycopg
from sqlalchemy import Connection, Engine, select, tuple_
from sqlalchemy.exc import DBAPIError

from pokermasa.server.log import reason
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.database.committer import (
    Batch,
    Fault,
    JournalLine,
    Work,
    answer_to,
    do_apart,
)
from pokermasa.server.storage.database.dialect import NOW
from pokermasa.server.storage.database.journal_statement import KEEP

TRIES = 6
AGAIN = 0.1
"""Seconds between two attempts to reach a database in doubt."""
FORGET = 30 * 86_400_000
"""Milliseconds after which the row of an inactive process is deleted."""

TAKE_OVER = f"""
UPDATE writer SET connection = connection + 1, seen = {NOW}
WHERE owner = %(owner)s RETURNING connection, commits
"""
BEGIN = f"""
INSERT INTO writer (owner, connection, commits, seen) VALUES (%(owner)s, 1, 0, {NOW})
ON CONFLICT (owner) DO UPDATE SET connection = writer.connection + 1
RETURNING connection, commits
"""
END_OLD = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE application_name = %(name)s AND pid <> pg_backend_pid()
"""
log = logging.getLogger(__name__)


class DatabaseBehind(RuntimeError):
    """Raised when the database lacks commits that this process has acknowledged. It is another
    database, or an old copy."""


CONFLICTS = (psycopg.errors.SerializationFailure, psycopg.errors.DeadlockDetected)
"""Errors from a conflict with another process. The database has rolled back this transaction."""
OWN = (psycopg.IntegrityError, psycopg.DataError)
"""Errors caused by one piece of work. All other database errors concern the whole batch."""
ELSEWHERE = (DatabaseBehind, psycopg.errors.ReadOnlySqlTransaction)
"""Errors of a server that is not, or no longer, the one to write to."""


class GivenUp(RuntimeError):
    """Raised when the room closes before the result of the last commit is known."""


class PostgresCommitter:
    """A committer that writes batches to PostgreSQL exactly once, even if a connection is lost."""

    def __init__(self, engine: Engine, lease_time: int) -> None:
        self._engine = engine
        self._lease_time = lease_time
        self._owner = secrets.token_hex(8)
        self._open: Connection | None = None
        self._number = 0
        """Number of this connection, as counted in `writer`."""
        self._commits = 0
        """Number of commits that are known to be done."""
        self._is_begun = False
        self._may_be_done = False
        self._answers: list[Any] | None = None
        self._closing = threading.Event()
        self.is_in_doubt = False
        self.on_doubt: Callable[[], object] = lambda: None

    def commit(self, batch: Batch) -> list[Any]:
        entries = [entry for entry in batch if isinstance(entry, JournalLine)]
        is_apart = False
        for attempt in range(TRIES):
            connection = self._connect()
            try:
                answers = self._do(connection, batch, entries, is_apart)
            except Exception as error:
                failure = error
                if _is_broken(connection):
                    self._drop()
                    found = self._find_out(entries) if self._may_be_done else None
                    if found is not None:
                        return found
                    continue  # nothing was written, so a new connection may retry
                connection.rollback()
                cause = error.orig if isinstance(error, DBAPIError) else error
                if isinstance(cause, ELSEWHERE):
                    self._drop()  # the next connection may reach another server
                    raise
                if isinstance(cause, CONFLICTS):
                    self._closing.wait(random.uniform(0, 0.02 * (attempt + 1)))
                elif isinstance(cause, psycopg.Error) and not isinstance(cause, OWN):
                    raise
                elif len(batch) == 1 and not isinstance(cause, psycopg.Error):
                    return [Fault(error)]
                elif not is_apart and len(entries) < len(batch):
                    # A piece was refused, or another process was faster. Savepoints show which
                    # piece it was.
                    is_apart = True
                elif len(batch) > 1:
                    return [self._alone(item) for item in batch]
                else:
                    raise
            else:
                self._commits += 1
                return answers
        raise failure

    def _alone(self, item: Work[Any] | JournalLine) -> Any:
        try:
            return self.commit([item])[0]
        except Exception as error:
            return Fault(Refused(RoomRefusal.STORAGE, type(error).__name__))

    def _do(
        self, connection: Connection, batch: Batch, entries: list[JournalLine], is_apart: bool
    ) -> list[Any]:
        """Write the batch once. With *is_apart*, each piece of work runs in a savepoint of its
        own, which costs two round trips each."""
        self._answers, self._may_be_done = None, False
        raw = _raw(connection)
        for _ in range(2):  # read a pending error or close now: before sending, nothing is in doubt
            raw.pgconn.consume_input()
        if len(entries) == len(batch):
            _set_autocommit(raw, True)
            self._may_be_done = True
            written = self._keep(raw, entries)
            return [answer_to(entry, written) for entry in entries]
        _set_autocommit(raw, False)
        with connection.begin() as transaction:
            written = self._keep(raw, entries)
            answers = [
                answer_to(item, written)
                if isinstance(item, JournalLine)
                else do_apart(connection, item)
                if is_apart
                else item(connection)
                for item in batch
            ]
            self._answers, self._may_be_done = answers, True
            transaction.commit()
        return answers

    def _keep(
        self, raw: psycopg.Connection[Any], entries: list[JournalLine]
    ) -> set[tuple[str, int]]:
        lines = [
            {
                "masa": e.lease.masa,
                "owner": e.lease.owner,
                "fence": e.lease.fence,
                "seq": e.seq,
                "made": e.made,
                "causes": e.causes,
            }
            for e in entries
        ]
        values = {
            "owner": self._owner,
            "connection": self._number,
            "commits": self._commits + 1,
            "duration": self._lease_time,
            "lines": json.dumps(lines),
        }
        if raw.autocommit:
            rows = raw.execute(KEEP, values, prepare=True).fetchall()
        else:
            with raw.pipeline():  # sends BEGIN and the statement in one round trip
                cursor = raw.execute(KEEP, values, prepare=True)
            rows = cursor.fetchall()
        written = {(masa, seq) for masa, seq in rows}
        if ("", 0) not in written:
            raise DatabaseBehind("the row of this process has been deleted")
        return written

    # The connection

    def _connect(self) -> Connection:
        if self._open is not None:
            return self._open
        connection = self._engine.connect()
        try:
            self._take_over(connection)
        except BaseException:
            connection.invalidate()
            connection.close()
            raise
        self._open = connection
        return connection

    def _take_over(self, connection: Connection) -> None:
        raw = _raw(connection)
        raw.rollback()
        raw.autocommit = True
        name = f"pokermasa writer {self._owner}"
        raw.execute("SELECT set_config('application_name', %s, false)", [name])
        if not self._is_begun:
            raw.execute(f"DELETE FROM writer WHERE seen < {NOW} - %s", [FORGET])
            row = raw.execute(BEGIN, {"owner": self._owner}).fetchone()
        else:
            raw.execute(END_OLD, {"name": name})
            row = raw.execute(TAKE_OVER, {"owner": self._owner}).fetchone()
        commits = -1 if row is None else row[1]
        expected = {self._commits, self._commits + 1} if self.is_in_doubt else {self._commits}
        if row is None or commits not in expected:
            log.error(
                "the database is not the one that this process has written to, or lost %d of its "
                "commits: everything is refused until the right one is back",
                self._commits - commits,
            )
            raise DatabaseBehind(f"{commits} commits, not {self._commits}")
        self._is_begun, self._number, self._commits = True, row[0], commits

    def _drop(self) -> None:
        if self._open is not None:
            self._open.invalidate()
            self._open.close()
            self._open = None

    def _find_out(self, entries: list[JournalLine]) -> list[Any] | None:
        """Wait until the database can be reached. Return the results if the last commit was done,
        or None if it was not. Raises `GivenUp` if the room closes meanwhile."""
        before = self._commits
        self.is_in_doubt = True
        self.on_doubt()
        try:
            while not self._closing.is_set():
                try:
                    connection = self._connect()
                    if self._commits == before:
                        return None
                    return self._answers or self._look_up(connection, entries)
                except (DBAPIError, psycopg.Error, OSError, DatabaseBehind) as error:
                    log.warning(
                        "it is not known yet whether these changes were written: %s", reason(error)
                    )
                    self._drop()
                    self._closing.wait(AGAIN)
        finally:
            self.is_in_doubt = False
        raise GivenUp

    def _look_up(self, connection: Connection, entries: list[JournalLine]) -> list[Any]:
        """Return the results of a commit whose reply was lost, from the lines that are in the
        journal."""
        line = store.journal.c
        lines = tuple_(line.masa, line.seq).in_([(e.lease.masa, e.seq) for e in entries])
        with connection.begin():
            rows = connection.execute(select(line.masa, line.seq).where(lines)).all()
        return [answer_to(entry, {(masa, seq) for masa, seq in rows}) for entry in entries]

    def stop_waiting(self) -> None:
        self._closing.set()

    def close(self) -> None:
        try:
            if self._open is not None:
                _raw(self._open).rollback()
                _set_autocommit(_raw(self._open), True)
                _raw(self._open).execute("DELETE FROM writer WHERE owner = %s", [self._owner])
        except psycopg.Error:
            log.info("the database could not be reached when the room closed")
        finally:
            self._drop()
            self._engine.dispose()


def _raw(connection: Connection) -> psycopg.Connection[Any]:
    raw = connection.connection.driver_connection
    assert isinstance(raw, psycopg.Connection)
    return raw


def _set_autocommit(raw: psycopg.Connection[Any], value: bool) -> None:
    if raw.autocommit != value:
        raw.autocommit = value


def _is_broken(connection: Connection) -> bool:
    return connection.invalidated or connection.closed or _raw(connection).closed
