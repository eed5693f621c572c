"""A copy of the whole room, taken while it is open: a file of SQLite's, whichever database it is
kept in. `masa admin copy` moves it back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from pokermasa.server.storage.backup import room_copy
from pokermasa.server.storage.database import database


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
    try:
        room_copy.to_file(url, new)
        new.replace(to)
    finally:
        new.unlink(missing_ok=True)


def _from_file(file: Path, to: Path) -> None:
    """SQLite's online backup."""
    partial = to.with_name(to.name + ".part")
    partial.unlink(missing_ok=True)
    try:
        partial.touch(mode=0o600)
        with (
            closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(partial)) as copy,
        ):
            source.backup(copy)
        partial.replace(to)
    finally:
        for left in (partial, partial.with_name(f"{partial.name}-journal")):
            left.unlink(missing_ok=True)
