"""Chooses the database of a test's rooms: SQLite in the test's folder, or PostgreSQL.

A test marked `both_stores` runs on each. With STORE=postgres in the environment all rooms of all
tests use PostgreSQL (`make soak STORE=postgres`). Each folder has its own database, so a room that
is opened again in a folder continues with the same data.
"""

import atexit
import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.server.postgres import Server

SQLITE, POSTGRES = "sqlite", "postgres"
ALWAYS = os.environ.get("STORE") or SQLITE

FILES = "TEST_POSTGRES_FILES"
"""Environment variable with the folder in which the processes of one run share files."""
RUNNING = "running.json"
"""A file in that folder: address, process and folder of the PostgreSQL server of the run."""


class Store:
    """The database of the running test."""

    kind = ALWAYS
    _cluster: "Server | None" = None
    databases: dict[Path, str] = {}  # noqa: RUF012

    @classmethod
    def cluster(cls) -> "Server":
        """Return the PostgreSQL server of this run. The first call starts it."""
        if cls._cluster is None:
            # Imported late, because most workers do not need PostgreSQL.
            from tests.server import postgres

            own = os.environ.get("TEST_POSTGRES")
            if own:
                cls._cluster = postgres.Server(own)
            elif FILES in os.environ:
                cls._cluster = postgres.Shared()
            else:  # A benchmark runs without the fixtures of conftest.py.
                cls._cluster = postgres.Cluster().__enter__()
        return cls._cluster

    @classmethod
    def url_of(cls, folder: Path) -> str:
        """Return the PostgreSQL URL for the room in *folder*, or an empty text for SQLite.

        The database then has the room's tables already, because creating them takes longer than
        most tests.
        """
        folder = folder.resolve()
        if cls.kind == SQLITE:
            if not (folder / "room.db").exists():
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                shutil.copyfile(_empty_room(), folder / "room.db")
            return ""
        if folder not in cls.databases:
            cluster = cls.cluster()
            cls.databases[folder] = cluster.new_database(cluster.template)
        return cls.cluster().url(cls.databases[folder])

    @classmethod
    def forget(cls, but: Collection[Path] = ()) -> None:
        for folder in [folder for folder in cls.databases if folder not in but]:
            cls.cluster().do(f"DROP DATABASE {cls.databases.pop(folder)} WITH (FORCE)")

    @classmethod
    def stop(cls) -> None:
        if cls._cluster is not None:
            cls._cluster.stop()
            cls._cluster.remove()
            cls._cluster = None


def make(url: str) -> None:
    """Creates a room's tables in the database."""
    from pokermasa.server.storage.database import database, migration

    engine = database.open_database(url).whole()
    with engine.begin() as connection:
        migration.upgrade(connection)
    engine.dispose()


@cache
def _empty_room() -> Path:
    folder = tempfile.TemporaryDirectory(prefix="masa-empty-")
    atexit.register(folder.cleanup)
    file = Path(folder.name) / "room.db"
    make(f"sqlite:///{file}")
    return file


class Reading:
    """A connection of the test with one syntax for both databases: `?` marks a value."""

    def __init__(self, connection: Any, mark: str) -> None:
        self._connection = connection
        self._mark = mark

    def execute(self, statement: str, values: Any = ()) -> Any:
        return self._connection.execute(statement.replace("?", self._mark), values)


@contextlib.contextmanager
def reading(file: Path) -> Iterator[Reading]:
    """Opens a transaction on the database of the room whose file is *file*. Changes are
    committed.
    """
    url = Store.url_of(file.parent)
    if url:
        import psycopg

        with psycopg.connect(url) as server:
            server.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            yield Reading(server, "%s")
        return
    connection = sqlite3.connect(file, timeout=60, isolation_level=None)
    try:
        connection.execute("BEGIN")
        yield Reading(connection, "?")
        connection.execute("COMMIT")
    finally:
        connection.close()
