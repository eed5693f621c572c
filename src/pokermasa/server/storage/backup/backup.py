"""Copies the whole room into a SQLite file while the room is open, from either database. `masa
admin copy` restores it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from pokermasa.server.storage.backup import room_copy
from pokermasa.server.storage.database import database


class NoBackup(RuntimeError):
    """Raised when a backup is not possible. The message can be shown to the operator as it is."""


def backup(url: str, to: Path, force: bool = False) -> None:
    """Write a consistent snapshot of the database to *to*, while other processes may be writing.
    The file contains every card of hands in play and is therefore readable by its owner only.
    Raises `FileExistsError` if the file exists and *force* is not set."""
    found = database.open_database(url)
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
    """Copy every row within one transaction that sees a single snapshot."""
    new = to.with_name(f"{to.name}.new")
    new.unlink(missing_ok=True)
    try:
        room_copy.to_file(url, new)
        new.replace(to)
    finally:
        new.unlink(missing_ok=True)


def _from_file(file: Path, to: Path) -> None:
    """Copy a SQLite file with SQLite's online backup."""
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
