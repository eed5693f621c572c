"""The database behind a URL: SQLite or PostgreSQL, and all in which the two differ.

Whoever asks a question writes it in SQLAlchemy's words, once for both. How each is opened and how
it commits stands in sqlite.py and postgres.py; the few statements that differ, in dialect.py.
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
"""Time in milliseconds that a database server may leave the room without an answer. After that what
was asked of it fails, and acts are refused until it answers again."""
EXAMPLES = "as in postgresql://masa@localhost/masa or sqlite:///room.db"


class Database(Protocol):
    @property
    def name(self) -> str:
        """For messages: without a password."""

    @property
    def file(self) -> Path | None:
        """Where it lies, if that is a file."""

    def reading(self) -> AsyncEngine:
        """For the room's questions, many at a time."""

    def whole(self) -> Engine:
        """For one program at a time that looks at everything or changes it: each transaction sees
        one moment of the database."""

    def committer(self, lease_time: int) -> Committer:
        """For the room's writer."""

    def empty_log(self) -> bool:
        """Nothing that was overwritten is kept beside the tables; False if it has to be tried
        again."""

    def is_passing(self, error: BaseException) -> bool:
        """Whether a room may open though nothing could be written: it waits for that to change."""

    def is_conflict(self, error: BaseException) -> bool:
        """Whether another process was in the way, so that the same is done again."""


def of(url: str, limit: int | None = None) -> Database:
    """*limit*: how many milliseconds a server elsewhere may leave the room without an answer."""
    if url.startswith("sqlite"):
        return Sqlite(url)
    if not url.startswith(POSTGRES):
        raise ArgumentError(f"neither PostgreSQL nor SQLite: {url.partition(':')[0]!r}")
    # Only who has a PostgreSQL needs its driver.
    from pokermasa.server.storage.database.postgres import Postgres

    return Postgres(url, limit)
