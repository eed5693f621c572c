"""The place where the room keeps its database: it has to be writable, and nobody else's to read."""

from __future__ import annotations

import contextlib
import logging
from pathlib import Path

from sqlalchemy import inspect, make_url
from sqlalchemy.exc import DBAPIError

from pokermasa.server.settings import Settings
from pokermasa.server.storage import schema as store

PASSING = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_FULL")
"""Another program is at it, or the disk is full: the room waits for that to change."""
log = logging.getLogger(__name__)


class CannotKeep(OSError):
    """In words for whoever starts the room."""


def prepare(settings: Settings) -> None:
    """Make what is missing, private to its owner. Refused where the room could not write: every
    act would be refused there, and nobody could sit down."""
    try:
        settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise CannotKeep(
            f"the data folder {settings.data} cannot be made: {error.strerror}"
        ) from None
    file = database_file(settings.database_url)
    if file is not None:
        _make_private(file)
    _try_to_write(settings.database_url, str(file or "the database"))


def database_file(url: str) -> Path | None:
    """Where SQLite keeps it; None for another database."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
        return None
    return Path((parsed.database or "").removeprefix("file:").partition("?")[0])


def _make_private(file: Path) -> None:
    """SQLite gives its other files the mode of the first; those already there are seen to too."""
    # Where it cannot be made, opening it says why.
    with contextlib.suppress(OSError):
        file.touch(mode=0o600, exist_ok=True)
    for name in (file.name, f"{file.name}-wal", f"{file.name}-shm"):
        one = file.with_name(name)
        try:
            if one.exists() and one.stat().st_mode & 0o077:
                one.chmod(0o600)
        except OSError:
            log.warning("others may read %s, and its mode cannot be changed", one)


def _try_to_write(url: str, what: str) -> None:
    engine = store.open_writing(url)
    try:
        with engine.begin() as connection:
            if inspect(connection).has_table("alembic_version"):
                store.try_to_write(connection)
            else:
                connection.exec_driver_sql("CREATE TABLE try_to_write (id INTEGER)")
                connection.exec_driver_sql("DROP TABLE try_to_write")
    except DBAPIError as error:
        if getattr(error.orig, "sqlite_errorname", "").startswith(PASSING):
            return
        raise CannotKeep(
            f"{what} cannot be written: {error.orig}. The room needs a database that it may write"
        ) from None
    except OSError as error:  # a server that does not answer
        raise CannotKeep(f"{what} cannot be reached: {error}") from None
    finally:
        engine.dispose()
