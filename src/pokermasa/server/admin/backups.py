"""Encrypted backups of an open or closed room, taken on a schedule. The oldest are removed."""

from __future__ import annotations

import contextlib
import os
import re
import time
from calendar import timegm
from pathlib import Path

from pokermasa.server import sealed_file
from pokermasa.server.clock import HOUR
from pokermasa.server.settings import Settings
from pokermasa.server.storage.backup import room_dump

NAME = re.compile(r"room-(\d{8}-\d{6})\.sealed")
PARTIAL = re.compile(r"\.room-\d{8}-\d{6}\.sealed\.part")


def take(url: str, to: Path, key: bytes, now: int) -> None:
    """Writes a consistent snapshot of the database to *to*, while others may write.

    The file appears only when it is complete.
    """
    partial = to.with_name(f".{to.name}.part")
    try:
        with (
            open(os.open(partial, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file,
            room_dump.one_moment(url) as connection,
        ):
            sealed_file.seal(room_dump.lines(connection, now), file, key)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(to)
    finally:
        partial.unlink(missing_ok=True)


def name_at(now: float) -> str:
    return time.strftime("room-%Y%m%d-%H%M%S.sealed", time.gmtime(now))


def existing(folder: Path) -> list[Path]:
    """Return the backups in *folder*, oldest first."""
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if NAME.fullmatch(path.name))


def age(folder: Path, now: float) -> float | None:
    """Return the age of the last backup in seconds, by its file name. None if there is none.

    Backups with a time in the future are ignored: they were taken when the clock was wrong.
    """
    found = [path for path in existing(folder) if path.name <= name_at(now)]
    if not found:
        return None
    match = NAME.fullmatch(found[-1].name)
    assert match is not None
    return now - timegm(time.strptime(match[1], "%Y%m%d-%H%M%S"))


def _sweep(folder: Path) -> None:
    """Removes incomplete backups of killed processes.

    A file counts as abandoned after an hour without a change; a younger one may still be written.
    """
    for path in folder.iterdir():
        if PARTIAL.fullmatch(path.name):
            with contextlib.suppress(FileNotFoundError):
                if time.time() - path.stat().st_mtime > HOUR:
                    path.unlink()


def take_due(settings: Settings, now: float) -> Path | None:
    """Take a backup if one is due, and return its file. None if none is due.

    Afterwards the folder has at most `backup_keep` backups.
    """
    folder, key_file = settings.backup_folder, settings.backup_key
    if folder is None or key_file is None:
        return None
    last = age(folder, now)
    if last is not None and last < settings.backup_hours * HOUR:
        return None
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    _sweep(folder)
    key = sealed_file.read_key(key_file, settings.data, folder)
    to = folder / name_at(now)
    take(settings.database_url, to, key, int(now * 1000))
    for old in existing(folder)[: -settings.backup_keep]:
        old.unlink(missing_ok=True)
    return to
