"""A whole room as lines of JSON: the content of an encrypted backup, independent of the
database."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple
from urllib.parse import quote

from sqlalchemy import Connection, NullPool, column, create_engine, insert, table

from pokermasa.server.storage import schema as store
from pokermasa.server.storage.backup import room_copy
from pokermasa.server.storage.database import database, dialect, migration

FORMAT = 1


@contextlib.contextmanager
def one_moment(url: str) -> Iterator[Connection]:
    """Open a read transaction that sees one snapshot of a room that may be open. Writers are not
    blocked."""
    file = database.open_database(url).file
    if file is None or not file.is_file():
        with room_copy.one_moment(url) as connection:
            yield connection
        return
    engine = create_engine(
        "sqlite://",
        hide_parameters=True,
        poolclass=NullPool,
        creator=lambda: sqlite3.connect(
            f"file:{quote(str(file))}?mode=ro", uri=True, isolation_level=None
        ),
    )
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("BEGIN")  # a read transaction sees the current snapshot
            yield connection
    finally:
        engine.dispose()


ROWS = 1000


class NoDump(ValueError):
    """Raised for a dump that cannot be read or restored. The message can be shown to the
    operator."""


class Head(NamedTuple):
    """Header of a dump: revision of its database schema, and time in milliseconds since 1970."""

    revision: str
    made: int


def lines(connection: Connection, now: int) -> Iterator[bytes]:
    """Yield the dump of a snapshot, which is defined by the transaction of the connection."""
    (revision,) = migration.revisions(connection)
    yield _line({"format": FORMAT, "revision": revision, "made": now})
    count = 0
    for one in store.metadata.sorted_tables:
        yield _line({"table": one.name, "columns": [column.name for column in one.columns]})
        for rows in room_copy.rows_of(connection, one):
            for row in rows:
                yield _line(list(row))
                count += 1
    yield _line({"rows": count})


def _line(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def head(found: Iterator[bytes]) -> Head:
    """Return the header of a dump. Raises `NoDump` unless this program can read the rest."""
    first = _read(next(found, b"{}"))
    if not isinstance(first, dict) or first.get("format") != FORMAT:
        raise NoDump("that is no backup this program can read")
    revision = str(first["revision"])
    try:
        migration.verify_revision(revision)
    except migration.WrongVersion as error:
        raise NoDump(str(error)) from None
    return Head(revision, int(first["made"]))


def verify(found: Iterable[bytes]) -> Head:
    """Read the whole dump and verify that it is complete. Raises `NoDump`."""
    every = iter(found)
    about = head(every)
    count, total = 0, None
    for line in every:
        data = _read(line)
        if total is not None:
            raise NoDump("it has data behind its end")
        if isinstance(data, list):
            count += 1
        elif "rows" in data:
            total = data["rows"]
    if total != count:
        raise NoDump(f"{count} rows are in it, and {total} should be")
    return about


def load(connection: Connection, found: Iterable[bytes]) -> Head:
    """Load a dump into an empty database, and migrate the database to this version afterwards."""
    every = iter(found)
    about = head(every)
    migration.upgrade(connection, about.revision)
    into: Any = None
    names: list[str] = []
    waiting: list[dict[str, Any]] = []

    def flush() -> None:
        if waiting:
            connection.execute(insert(into), waiting)
            waiting.clear()

    for line in every:
        data = _read(line)
        if isinstance(data, list):
            waiting.append(dict(zip(names, data, strict=True)))
            if len(waiting) >= ROWS:
                flush()
            continue
        flush()
        if "table" in data:
            names = data["columns"]
            into = table(data["table"], *[column(name) for name in names])
    migration.upgrade(connection)
    dialect.count_on(connection)
    return about


def _read(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        raise NoDump("it cannot be read") from None
