"""A copy of the whole room, taken while it is open: a file of SQLite's, whichever database it is
kept in. `masa admin copy` moves it back."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from pokermasa.server.storage import database, room_copy


class NoBackup(RuntimeError):
    """In words for whoever asked for it."""


def backup(url: str, to: Path, force: bool = False) -> None:
    """One moment of the database, whoever writes meanwhile. It holds every card of hands in play,
    so only its owner may read it."""
    found = database.of(url)
    if to.exists():
        if not force:
            raise FileExistsError(f"{to} is there already")
        if found.file is not None and to.samefile(found.file):
            raise NoBackup(f"{to} is the room itself")
    if found.file is None:
        _from_server(url, to)
    else:
        _from_file(found.file, to)


def _from_server(url: str, to: Path) -> None:
    """Every row, in one transaction that sees one moment."""
    new = to.with_name(f"{to.name}.new")
    new.unlink(missing_ok=True)
    room_copy.to_file(url, new)
    new.replace(to)


def _from_file(file: Path, to: Path) -> None:
    """SQLite's online backup."""
    partial = to.with_name(to.name + ".part")
    partial.unlink(missing_ok=True)
    partial.touch(mode=0o600)
    source = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    copy = sqlite3.connect(partial)
    try:
        source.backup(copy)
    finally:
        copy.close()
        source.close()
    partial.replace(to)
