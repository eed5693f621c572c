"""Starts rooms in forked processes and kills them with SIGKILL at chosen moments.

`python -m tests.server.crash` loads the server once and then reads orders from its standard input,
one JSON object a line. For each order it forks a process with a room of its own, which kills itself
between two steps of a commit or is killed by the test.
"""

import asyncio
import contextlib
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from pokermasa.masa import Masa, save
from tests.server.store import SQLITE, Store, reading

BEFORE, AFTER, TOLD = "before", "after", "told"
"""Moments of the kill: before a commit; after a commit that has not been announced; after an act
has been acknowledged.
"""


# The forked process


def _serve(order: dict[str, Any], listening: socket.socket) -> None:
    from pokermasa.server import app
    from pokermasa.server.connection.server import Server
    from pokermasa.server.settings import Settings
    from pokermasa.server.storage.database.writer import Writer

    armed = False

    def arm(*_: object) -> None:
        nonlocal armed
        armed = True

    signal.signal(signal.SIGUSR1, arm)
    commit: Any = Writer._commit

    def deadly_commit(self: Writer, batch: Any) -> Any:
        if armed and order["dies"] == BEFORE:
            os.kill(os.getpid(), signal.SIGKILL)
        done = commit(self, batch)
        if armed and order["dies"] == AFTER:
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    assert not asyncio.iscoroutinefunction(commit), "a commit is one call in the writer's thread"
    Writer._commit = deadly_commit
    settings = Settings(**order["settings"])
    Server(app.build(settings), settings).run([listening])


def main() -> None:
    # Loaded before the fork, so that each room starts at once.
    import pokermasa.server.app
    import pokermasa.server.connection.server  # noqa: F401
    from pokermasa.strength import lookup

    lookup.fill()
    children: set[int] = set()
    for line in sys.stdin:
        order = json.loads(line)
        # With a named protocol, asyncio switches off Nagle's algorithm, which would delay every
        # second message by 40 ms.
        listening = socket.socket(proto=socket.IPPROTO_TCP)
        listening.bind(("127.0.0.1", 0))
        listening.listen(64)
        pid = os.fork()
        if pid == 0:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # The orders are read by the parent.
            try:
                _serve(order, listening)
            finally:
                os._exit(0)
        children.add(pid)
        port = listening.getsockname()[1]
        listening.close()
        print(json.dumps({"pid": pid, "port": port}), flush=True)
        with contextlib.suppress(ChildProcessError):
            while children and (gone := os.waitpid(-1, os.WNOHANG)[0]):
                children.discard(gone)
    for pid in children:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


# The test


def _state(process: Path) -> str:
    """Return the state of a process or thread in /proc: T is stopped, Z is dead and not reaped
    yet.
    """
    return (process / "stat").read_text().rpartition(")")[2].split()[0]


class Server(NamedTuple):
    pid: int
    port: int

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    def arm(self) -> None:
        os.kill(self.pid, signal.SIGUSR1)

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    @property
    def is_dead(self) -> bool:
        process = Path(f"/proc/{self.pid}")
        try:
            # The first thread is dead before the others, which still hold the lock of the folder.
            return _state(process) == "Z" and len(list((process / "task").iterdir())) == 1
        except (FileNotFoundError, ProcessLookupError):
            return True

    @property
    def is_stopped(self) -> bool:
        """Whether all threads of the process are stopped. Threads that end meanwhile count as
        stopped.
        """
        for thread in Path(f"/proc/{self.pid}/task").iterdir():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                if _state(thread) != "T":
                    return False
        return True

    async def death(self, seconds: float = 120.0) -> None:
        until = time.monotonic() + seconds
        while not self.is_dead:
            assert time.monotonic() < until, "the server lives on"
            await asyncio.sleep(0.002)


class Nursery:
    """A process that has loaded the server and forks a room for each order."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.crash"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )

    def __enter__(self) -> "Nursery":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(120)
        self._process.stdout.close()

    def start(self, settings: dict[str, Any], dies: str = TOLD) -> Server:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(
            json.dumps({"settings": settings, "dies": dies}), file=self._process.stdin, flush=True
        )
        return Server(**json.loads(self._process.stdout.readline()))


def halt(server: Server, file: Path) -> None:
    """Stops the server with SIGSTOP, but not during a commit on SQLite: there it would hold the
    only lock, and no other process could write.
    """
    while True:
        os.kill(server.pid, signal.SIGSTOP)
        # A thread stops when its system call returns, and that call may still write.
        while not server.is_stopped:
            time.sleep(0.001)
        if Store.kind != SQLITE:
            return
        other = sqlite3.connect(file, timeout=1, isolation_level=None)
        with contextlib.closing(other), contextlib.suppress(sqlite3.OperationalError):
            other.execute("BEGIN IMMEDIATE")
            return
        os.kill(server.pid, signal.SIGCONT)
        time.sleep(0.01)


def let_leases_run_out(file: Path) -> None:
    """Makes all leases in a SQLite file expire at once. PostgreSQL uses a clock of its own."""
    if Store.kind == SQLITE:
        with reading(file) as connection:
            connection.execute("UPDATE lease SET expires = 1")


def stored(database: Path, id: str) -> Masa:
    """Return the masa in the database: its last saved value with the later journal entries
    applied.
    """
    with reading(database) as connection:
        value, seq = connection.execute("SELECT value, seq FROM masa WHERE id=?", [id]).fetchone()
        rows = connection.execute(
            "SELECT causes FROM journal WHERE masa=? AND seq>? ORDER BY seq", [id, seq]
        ).fetchall()
    masa = save.read(value)
    for (causes,) in rows:
        masa = masa.replay([save.cause_from_data(cause) for cause in json.loads(causes)])
    return masa


def on_the_table(masa: Masa) -> int:
    """Return the sum of all chips on the masa: stacks, wagers and pots."""
    chips = sum(
        seat.stack
        for side, seat in masa.seats.items()
        if masa.game is None or side not in masa.game.sides
    )
    return chips if masa.game is None else chips + sum(masa.game.stacks)


def faults_in_the_books(database: Path, *masas: str) -> list[str]:
    """Return the errors in the ledger, computed from the database alone."""
    with reading(database) as connection:
        balances = dict(connection.execute("SELECT book, amount FROM balance").fetchall())
        lines = dict(
            connection.execute("SELECT book, SUM(amount) FROM ledger_line GROUP BY book").fetchall()
        )
        uneven = connection.execute(
            "SELECT entry FROM ledger_line GROUP BY entry HAVING SUM(amount) <> 0"
        ).fetchall()
    faults = [f"entry {entry} does not balance" for (entry,) in uneven]
    if sum(balances.values()):
        faults.append(f"the books add up to {sum(balances.values())}")
    faults += [
        f"{book}: {balances.get(book, 0)} but lines of {lines.get(book, 0)}"
        for book in {*balances, *lines}
        if balances.get(book, 0) != lines.get(book, 0)
    ]
    for id in masas:
        masa = stored(database, id)
        lying, booked = on_the_table(masa), balances.get(f"masa:{id}", 0)
        if lying != booked:
            faults.append(f"{lying} chips on masa {id}, {booked} in its book")
    return faults


if __name__ == "__main__":
    main()
