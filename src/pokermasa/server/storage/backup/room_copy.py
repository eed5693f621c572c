"""Copies a whole room from one database to another and compares every row afterwards.

The copy contains the cards of hands in play, so a file is readable by its owner only. The target
is complete or not created at all.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, insert, inspect, select, update

from pokermasa.server.storage import schema as store
from pokermasa.server.storage.database import database, dialect, migration
from pokermasa.server.storage.journal import lease

ROWS = 1000
"""Number of rows read at a time."""
Audit = Callable[[Connection], list[str]]
Say = Callable[[str, int], None]
"""Called with each table name and its number of rows."""


class NoCopy(RuntimeError):
    """Raised when the room cannot be copied. The target is unchanged. The message can be shown to
    the operator as it is."""


def move(source: str, target: str, audit: Audit, say: Say, now: int) -> None:
    """Copy a closed room. The ledger is audited in the source and in the target."""
    _verify_closed(source, now)
    with one_moment(source) as reading, new(target) as writing:
        _verify_books(source, audit(reading))
        copy(reading, writing, say)
        _verify_books(target, audit(writing))
        # If a process opened the room meanwhile, it is still using the old database.
        if database.open_database(source).file is None:
            _verify_closed(source, now)


def to_file(source: str, file: Path) -> None:
    """Copy a snapshot of a room, open or closed, into a SQLite file."""
    with one_moment(source) as reading, new(f"sqlite:///{file}") as writing:
        copy(reading, writing, lambda table, rows: None)


def copy(reading: Connection, writing: Connection, say: Say) -> None:
    if not migration.is_current(reading):
        raise NoCopy("the room is from an older version: open it once with this one (masa serve)")
    migration.upgrade(writing)
    for table in store.metadata.sorted_tables:
        rows = _copy_table(reading, writing, table)
        say(table.name, rows)
    writing.execute(update(store.lease).values(expires=0))
    dialect.count_on(writing)


def _copy_table(reading: Connection, writing: Connection, table: Table) -> int:
    count, read = 0, blake2b()
    for rows in rows_of(reading, table):
        writing.execute(insert(table), [row._asdict() for row in rows])
        for row in rows:
            read.update(repr(tuple(row)).encode())
        count += len(rows)
    written = blake2b()
    for rows in rows_of(writing, table):
        for row in rows:
            written.update(repr(tuple(row)).encode())
    if read.digest() != written.digest():
        raise NoCopy(f"{table.name} differs after the copy")
    return count


def rows_of(connection: Connection, table: Table) -> Iterator[list[Any]]:
    query = select(table).order_by(*table.primary_key).execution_options(yield_per=ROWS)
    for rows in connection.execute(query).partitions():
        yield list(rows)


@contextlib.contextmanager
def one_moment(url: str) -> Iterator[Connection]:
    found = database.open_database(url)
    if found.file is not None and not found.file.is_file():
        raise NoCopy(f"{found.name} is not there")
    engine = found.whole()
    try:
        with engine.begin() as connection:
            if not inspect(connection).has_table("alembic_version"):
                raise NoCopy(f"there is no room in {found.name}")
            migration.verify(connection)
            yield connection
    finally:
        engine.dispose()


@contextlib.contextmanager
def new(url: str) -> Iterator[Connection]:
    """Create the target database. It is complete after the block, or removed if the block
    fails."""
    found = database.open_database(url)
    partial = None
    if found.file is not None:
        if found.file.exists():
            raise NoCopy(f"{found.name} is there already")
        partial = found.file.with_name(f"{found.file.name}.part")
        partial.unlink(missing_ok=True)
        partial.touch(mode=0o600)
        found = database.open_database(f"sqlite:///{partial}")
    engine = found.whole()
    try:
        with engine.begin() as connection:
            if inspect(connection).get_table_names():
                raise NoCopy(f"{found.name} is not empty")
            yield connection
        if partial is not None:
            engine.dispose()  # the last connection merges the WAL into the file
            partial.replace(partial.with_suffix(""))
    finally:
        engine.dispose()
        if partial is not None:
            for path in partial.parent.glob(f"{partial.name}*"):
                path.unlink(missing_ok=True)


def _verify_closed(url: str, now: int) -> None:
    with one_moment(url) as connection:
        is_open = lease.is_room_open(connection, now)
    if is_open:
        raise NoCopy(
            f"{database.open_database(url).name} is open, or was a moment ago: close the room, "
            "wait until its leases have run out, and try again"
        )


def _verify_books(url: str, faults: list[str]) -> None:
    if faults:
        raise NoCopy(
            f"the books of {database.open_database(url).name} are wrong: {'; '.join(faults)}"
        )
