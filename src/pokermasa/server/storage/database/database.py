"""The database behind a URL, SQLite or PostgreSQL, with everything in which the two differ.

Queries are written once, with SQLAlchemy. How each database is opened and how it commits is in
sqlite.py and postgres.py; the few statements that differ are in dialect.py.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from sqlalchemy import Engine
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine

from pokermasa.server.storage.database.committer import Committer
from pokermasa.server.storage.database.sqlite import Sqlite

POSTGRES = ("postgresql://", "postgres://", "postgresql+psycopg://")
ANSWER_TIME_MS = 5_000
"""Time in milliseconds to wait for a reply of a database server. After that the statement fails,
and acts are refused until the server answers again."""
EXAMPLES = "as in postgresql://masa@localhost/masa or sqlite:///room.db"


class Database(Protocol):
    """The operations in which SQLite and PostgreSQL differ."""

    @property
    def name(self) -> str:
        """Name for messages, without a password."""

    @property
    def file(self) -> Path | None:
        """Path of the database file; None for a server."""

    def reading(self) -> AsyncEngine:
        """Return an engine for the room's concurrent queries."""

    def whole(self) -> Engine:
        """Return an engine for one program at a time that reads or changes everything. Each of its
        transactions sees one snapshot."""

    def committer(self, lease_time: int) -> Committer:
        """Return the committer for the room's writer."""

    def empty_log(self) -> bool:
        """Remove overwritten data from the database's log files. Returns False if this must be
        tried again later."""

    def is_passing(self, error: BaseException) -> bool:
        """Whether the error is temporary, so that the room may open although nothing can be
        written yet."""

    def is_conflict(self, error: BaseException) -> bool:
        """Whether the error is a conflict with another process, so that the transaction can be
        retried."""


def open_database(url: str, limit: int | None = None) -> Database:
    """Return the database for *url*. *limit* is the time to wait for a reply of a server, in
    milliseconds."""
    if url.startswith("sqlite"):
        return Sqlite(url)
    if not url.startswith(POSTGRES):
        raise ArgumentError(
            f"the database is neither PostgreSQL nor SQLite: {url.partition(':')[0]!r}"
        )
    # The driver is needed only with PostgreSQL, so it is imported here.
    from pokermasa.server.storage.database.postgres import Postgres

    return Postgres(url, limit)
