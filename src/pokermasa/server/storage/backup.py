"""A copy of the whole room, taken while it is open."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy import make_url


class NoBackup(RuntimeError):
    """This database has its own tools for that."""


def backup(url: str, to: Path, force: bool = False) -> None:
    """SQLite's online backup: one moment of the database, whoever writes meanwhile. It holds every
    card of hands in play, so only its owner may read it."""
    database = make_url(url)
    if database.get_backend_name() != "sqlite" or not database.database:
        raise NoBackup(f"back up {database.get_backend_name()} with its own tools")
    if to.exists():
        if not force:
            raise FileExistsError(f"{to} is there already")
        if database.database and to.samefile(database.database):
            raise NoBackup(f"{to} is the room itself")
    partial = to.with_name(to.name + ".part")
    partial.unlink(missing_ok=True)
    partial.touch(mode=0o600)
    source = sqlite3.connect(f"file:{database.database}?mode=ro", uri=True)
    copy = sqlite3.connect(partial)
    try:
        source.backup(copy)
    finally:
        copy.close()
        source.close()
    partial.replace(to)
