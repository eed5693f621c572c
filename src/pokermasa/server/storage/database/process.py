"""This process among others on the same database: its name, and whether another process is alive.

Each process locks a file of its own while it runs. If another process finds the file unlocked, the
owner is gone (even after kill -9), and its leases can be taken without waiting for them to expire.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from collections.abc import Callable, Iterator
from io import TextIOWrapper
from typing import NamedTuple

from sqlalchemy import inspect

from pokermasa import __version__
from pokermasa.server.settings import Settings
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.database import database
from pokermasa.server.storage.journal import lease

try:
    import fcntl
except ImportError:  # not available on this system: leases expire by themselves
    fcntl = None  # type: ignore[assignment]


LOOK = 0.5
"""Seconds between two checks of the leases of other processes."""
OPEN = "open"
LOCK = "room.lock"
"""Name of the file in the data folder that every `masa serve` keeps locked while it runs."""


class RoomIsOpen(OSError):
    """Raised when another `masa serve` has the data folder open. The message can be shown to the
    operator as it is."""


class Running(NamedTuple):
    """A process of the room that runs on this machine."""

    owner: str
    """The name by which it holds its leases."""
    pid: int
    version: str
    is_open: bool
    """Whether clients can connect."""


@contextlib.contextmanager
def hold(settings: Settings) -> Iterator[None]:
    """Keeps the data folder locked for one `masa serve`, workers included.

    Without a bus the lock is exclusive, because two processes that cannot hear each other are not
    one room: the second one would find every table taken and show an empty lobby. With `bus` set
    the lock is shared by all processes that have a bus. Raises `RoomIsOpen`.
    """
    if fcntl is None:
        yield
        return
    path = settings.data / LOCK
    with os.fdopen(os.open(path, os.O_CREAT | os.O_RDWR, 0o600), "r+") as file:
        try:
            mode = fcntl.LOCK_SH if settings.bus else fcntl.LOCK_EX
            fcntl.flock(file, mode | fcntl.LOCK_NB)
        except OSError:
            raise RoomIsOpen(_why_refused(settings)) from None
        yield


def verify_alone(settings: Settings, wait: Callable[[float], None]) -> None:
    """Raise `RoomIsOpen` if a room without a bus would share its database with a process that has
    another data folder, where `hold` cannot see it.

    A process that renews its leases is alive. One that was killed does not, so its leases are
    watched until they run out: half their time at least, and all of it at most.
    """
    found = database.open_database(settings.database_url)
    if settings.bus or found.file is not None:
        return
    engine = found.whole()
    here = Process(settings)
    try:
        before: dict[str, int] = {}
        while True:
            with engine.begin() as connection:
                if not inspect(connection).has_table(store.lease.name):
                    return
                now = lease.holders(connection, 0)
            now = {owner: expires for owner, expires in now.items() if not here.is_dead(owner)}
            if any(owner in before and expires > before[owner] for owner, expires in now.items()):
                raise RoomIsOpen(
                    "another masa serve, with another data folder or on another machine, has the "
                    "room in this database open: stop it first, or give both the same --bus"
                )
            if not now:
                return
            before = now
            wait(LOOK)
    finally:
        engine.dispose()


def _why_refused(settings: Settings) -> str:
    pids = ", ".join(str(one.pid) for one in running(settings)) or "that is just starting"
    text = f"another masa serve (process {pids}) has the room in {settings.data} open"
    if settings.bus:
        return f"{text} without a bus: stop it, and start it with the same --bus"
    return (
        f"{text}: stop it first, or give another folder with --data. "
        "For a room of several processes use --workers, or give each process the same --bus"
    )


def running(settings: Settings) -> list[Running]:
    """Return the room's processes on this machine."""
    if fcntl is None:
        return []
    found = []
    for path in sorted((settings.data / "processes").glob("[!.]*")):
        with contextlib.suppress(OSError, ValueError), path.open() as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except OSError:  # locked: the process is running
                said, _, state = file.read().partition("\n")
                about = json.loads(said)
                found.append(Running(path.name, about["pid"], about["version"], state == OPEN))
    return found


class Process:
    """The registration of this process by a locked file. It detects other processes that have
    died."""

    def __init__(self, settings: Settings) -> None:
        self.owner = secrets.token_hex(8)
        self._folder = settings.data / "processes"
        self._is_local = fcntl is not None
        self._file: TextIOWrapper | None = None
        self._dead: set[str] = set()

    def start(self) -> None:
        if self._is_local:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            # The file gets its final name after it is locked, so that no process sees it unlocked.
            new = self._folder / f".{self.owner}"
            self._file = os.fdopen(os.open(new, os.O_CREAT | os.O_WRONLY, 0o600), "w")
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._file.write(json.dumps({"pid": os.getpid(), "version": __version__}))
            self._file.flush()
            new.rename(self._folder / self.owner)
            for path in list(self._folder.iterdir()):
                if not path.name.startswith(".") and path.name != self.owner:
                    self.is_dead(path.name)  # deletes the file if the process is gone

    def note_open(self) -> None:
        """Record that clients can connect, for `running`."""
        if self._file is not None:
            self._file.write(f"\n{OPEN}")
            self._file.flush()

    def stop(self) -> None:
        if self._file is not None:
            (self._folder / self.owner).unlink(missing_ok=True)
            self._file.close()
            self._file = None

    def is_dead(self, owner: str) -> bool:
        """Whether the process is known to be gone. A process without a file may run on another
        machine."""
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
