"""Prepares the data folder: it must be writable, and readable by its owner only."""

from __future__ import annotations

import contextlib
import logging
from pathlib import Path

from sqlalchemy import Connection, inspect
from sqlalchemy.exc import DBAPIError

from pokermasa.server.settings import Settings
from pokermasa.server.storage.database import database, dialect

TRIES = 20
"""Number of attempts for the first write, in case other processes write the same row."""
log = logging.getLogger(__name__)


class CannotKeep(OSError):
    """Raised when the room cannot write its data. The message can be shown to the operator as it
    is."""


def prepare(settings: Settings) -> None:
    """Create missing folders and files, private to the owner. Raises `CannotKeep` if the database
    cannot be written, because every act would fail later."""
    try:
        settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise CannotKeep(
            f"the data folder {settings.data} cannot be made: {error.strerror}"
        ) from None
    found = database.open_database(settings.database_url)
    if found.file is not None:
        make_private(found.file)
    _try_to_write(found)


def make_private(file: Path) -> None:
    """SQLite gives its other files the mode of the first one; the modes of existing files are
    corrected."""
    # If the file cannot be created, opening it gives a better error.
    with contextlib.suppress(OSError):
        file.touch(mode=0o600, exist_ok=True)
    for name in (file.name, f"{file.name}-wal", f"{file.name}-shm"):
        one = file.with_name(name)
        try:
            if one.exists() and one.stat().st_mode & 0o077:
                one.chmod(0o600)
        except OSError:
            log.warning("others may read %s, and its mode cannot be changed", one)


def _try_to_write(found: database.Database) -> None:
    """Two processes that start together write the same row. The second one waits for the first,
    gets a conflict and tries again."""
    engine = found.whole()
    try:
        for attempt in range(TRIES):
            try:
                with engine.begin() as connection:
                    _write_something(connection)
                return
            except DBAPIError as error:
                is_last = attempt == TRIES - 1
                if is_last or error.orig is None or not found.is_conflict(error.orig):
                    raise
    except DBAPIError as error:
        if error.orig is not None and found.is_passing(error.orig):
            return
        reason = str(error.orig).partition("\n")[0]
        raise CannotKeep(
            f"{found.name} cannot be written: {reason}. The room needs a database that it may write"
        ) from None
    finally:
        engine.dispose()


def _write_something(connection: Connection) -> None:
    if inspect(connection).has_table("alembic_version"):
        dialect.try_to_write(connection)
    else:
        connection.exec_driver_sql("CREATE TABLE try_to_write (id INTEGER)")
        connection.exec_driver_sql("DROP TABLE try_to_write")
