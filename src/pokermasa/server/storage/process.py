"""This process, among others on the same database: its name, and whether another one still lives.

A process holds a lock on a file of its own for as long as it runs. Whoever finds the file unlocked
knows that its process is gone, kill -9 included, and need not wait for the leases to run out.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from io import TextIOWrapper
from typing import NamedTuple

from pokermasa.server.settings import Settings

try:
    import fcntl
except ImportError:  # not on this system: leases run out by themselves
    fcntl = None  # type: ignore[assignment]


OPEN = "open"


class Living(NamedTuple):
    owner: str
    """The name by which it holds its leases."""
    pid: int
    is_open: bool
    """Clients can connect."""


def processes(settings: Settings) -> list[Living]:
    """The room's processes on this machine."""
    if fcntl is None:
        return []
    found = []
    for path in sorted((settings.data / "processes").glob("[!.]*")):
        with contextlib.suppress(OSError, ValueError), path.open() as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except OSError:  # it is held
                pid, _, state = file.read().partition("\n")
                found.append(Living(path.name, int(pid), state == OPEN))
    return found


def living(settings: Settings) -> list[int]:
    """The numbers of the room's processes on this machine."""
    return [one.pid for one in processes(settings)]


class Process:
    def __init__(self, settings: Settings) -> None:
        self.owner = secrets.token_hex(8)
        self._folder = settings.data / "processes"
        self._is_local = fcntl is not None
        self._file: TextIOWrapper | None = None
        self._dead: set[str] = set()

    def start(self) -> None:
        if self._is_local:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            # It has its name when it is locked, so that nobody takes it for a dead one's.
            new = self._folder / f".{self.owner}"
            self._file = os.fdopen(os.open(new, os.O_CREAT | os.O_WRONLY, 0o600), "w")
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._file.write(str(os.getpid()))
            self._file.flush()
            new.rename(self._folder / self.owner)
            for path in list(self._folder.iterdir()):
                if not path.name.startswith(".") and path.name != self.owner:
                    self.is_dead(path.name)  # if so, its file goes

    def note_open(self) -> None:
        """Clients can connect: `processes` says so from now on."""
        if self._file is not None:
            self._file.write(f"\n{OPEN}")
            self._file.flush()

    def stop(self) -> None:
        if self._file is not None:
            (self._folder / self.owner).unlink(missing_ok=True)
            self._file.close()
            self._file = None

    def is_dead(self, owner: str) -> bool:
        """Known to be; a process without a file may live on another machine."""
        path = self._folder / owner
        if owner in self._dead:
            return True
        if not self._is_local or not path.exists():
            return False
        try:
            with path.open() as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        self._dead.add(owner)
        path.unlink(missing_ok=True)
        return True
