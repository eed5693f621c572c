"""Tests of systems that lack parts of Linux: every module can be imported, and its functions work
or say why not.

A process hides these parts from pokermasa. Python's own modules and the libraries are imported
before, with the parts that they need.
"""

import asyncio
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import uvloop

from pokermasa.bots import process
from pokermasa.bots.named import NoBot, named
from pokermasa.server.connection import listener, server
from pokermasa.server.settings import Settings
from tests.test_house import HOUSE

MODULES = ("fcntl", "grp", "pwd", "resource", "syslog", "termios", "tty")
PARTS = {
    "os": ("fork", "getuid", "killpg", "sched_getaffinity", "set_blocking", "sysconf"),
    "select": ("epoll", "poll"),
    "signal": ("SIGHUP", "SIGKILL", "SIGUSR1", "pthread_sigmask", "sigwait"),
    "socket": ("SO_REUSEPORT",),
    "time": ("tzset",),
}
LIBRARIES = (
    *("asyncio.subprocess", "concurrent.futures.process", "multiprocessing.managers", "subprocess"),
    *(
        "alembic.command",
        "argon2",
        "fastapi",
        "gymnasium",
        "numba",
        "pettingzoo",
        "psycopg",
        "pydantic",
    ),
    *("rich.progress", "sqlalchemy.ext.asyncio", "textual.app", "typer", "uvicorn", "websockets"),
)
ELSEWHERE = f"""
import sys
for name in {LIBRARIES}:
    __import__(name)
for name in {MODULES}:
    sys.modules[name] = None  # a second import fails as if it were not there
for name, parts in {PARTS}.items():
    module = __import__(name)
    for part in parts:
        vars(module).pop(part, None)
"""


def elsewhere(program: str, *arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", ELSEWHERE + program, *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        **more,
    )


def modules() -> list[str]:
    """Return all modules of the package except migrations and other people's bots."""
    paths = [path.relative_to(HOUSE.parent).with_suffix("") for path in HOUSE.rglob("*.py")]
    names = [".".join(path.parts).removesuffix(".__init__") for path in paths]
    return sorted(name for name in names if ".migrations." not in name and ".rivals." not in name)


@pytest.mark.rotated
def test_every_module_can_be_imported() -> None:
    program = "import importlib\nfor name in sys.argv[1:]: importlib.import_module(name)\n"
    done = elsewhere(program, *modules())
    assert done.returncode == 0, done.stderr


MASA = """
import shlex
from pokermasa.cli import main
for line in sys.argv[1:]:
    try:
        main(shlex.split(line))
    except SystemExit as end:
        print("END", end.code)
"""
"""A program that runs each of its arguments as a command line, one after another in one process."""


def ends(done: subprocess.CompletedProcess[str]) -> list[str]:
    return [line for line in done.stdout.splitlines() if line.startswith("END")]


@pytest.mark.rotated
def test_commands_work_without_linux_features(tmp_path: Path) -> None:
    commands = [
        "match caller basic --hands 40 --workers 1",
        "table --bots 2xhouse --hands 2",
        "tournament --bots 9 --structure sitandgo",
        "play --bots caller --hands 1 --plain --save hands.phhs",
    ]
    done = elsewhere(MASA, *commands, cwd=tmp_path, input="CA\n" * 9)
    assert ends(done) == ["END 0"] * len(commands), done.stderr
    assert "fault" not in done.stderr


@pytest.mark.rotated
def test_a_program_is_refused_in_words_before_a_hand_is_dealt(tmp_path: Path) -> None:
    for name in ("mybot.py", "mybot"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    commands = ["match mybot.py caller --hands 4", "table --bots ./mybot,caller --hands 1"]
    done = elsewhere(MASA, *commands, cwd=tmp_path)
    assert ends(done) == done.stdout.splitlines() == ["END 2", "END 2"]
    assert done.stderr.count("play on Linux and macOS only") == 2
    assert "Traceback" not in done.stderr


def test_a_bot_file_is_refused_where_programs_cannot_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "mybot.py").write_text("def choose(view): ...")
    monkeypatch.chdir(tmp_path)
    made: Any = named("mybot.py").make(1)
    monkeypatch.setattr(process, "IS_POSSIBLE", False)
    with pytest.raises(NoBot, match="play on Linux and macOS only"):
        named("mybot.py")
    with pytest.raises(process.Fault, match="cannot be started: bots that are files or programs"):  # type: ignore[attr-defined]  # what it imports
        made._started()
    assert made.is_gone


OPENING = """
import asyncio, urllib.request
from pathlib import Path
from pokermasa.server import app
from pokermasa.server.connection import server
from pokermasa.server.settings import Settings

settings = server.fitting(Settings(data=Path(sys.argv[1]), port=0, house_tables=False))
print(settings.most_sockets + settings.most_connections < 512)

class Server(server.Server):
    async def startup(self, sockets=None):
        await super().startup(sockets)
        port = self.servers[0].sockets[0].getsockname()[1]
        url = f"http://127.0.0.1:{port}/health"
        self.asked = asyncio.create_task(asyncio.to_thread(urllib.request.urlopen, url, timeout=20))
        self.asked.add_done_callback(self.print_and_stop)

    def print_and_stop(self, asked):
        print(asked.result().status)
        self.should_exit = True

Server(app.build(settings), settings).run()
"""


@pytest.mark.rotated
def test_a_room_opens_with_as_many_connections_as_can_be_waited_for(tmp_path: Path) -> None:
    for _ in range(2):  # The second start finds the files of the first.
        done = elsewhere(OPENING, str(tmp_path))
        assert (done.returncode, done.stdout) == (0, "True\n200\n"), done.stderr


def test_on_windows_the_event_loop_supports_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    app = server.FastAPI()  # type: ignore[attr-defined]  # what it imports
    monkeypatch.setattr(sys, "platform", "win32")
    made = server.config(app, Settings()).get_loop_factory()
    assert made is asyncio.SelectorEventLoop


def test_a_room_runs_on_uvloop_and_where_there_is_none_on_asyncios_own_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = server.FastAPI()  # type: ignore[attr-defined]  # what it imports
    assert server.config(app, Settings()).get_loop_factory() is uvloop.new_event_loop
    monkeypatch.setitem(sys.modules, "uvloop", None)
    made = server.config(app, Settings()).get_loop_factory()
    assert made is asyncio.SelectorEventLoop


def test_a_room_that_is_started_without_standard_files_opens_and_closes(tmp_path: Path) -> None:
    said = tmp_path / "said"
    program = f"import sys\nprint = lambda what: open({str(said)!r}, 'a').write(f'{{what}}\\n')"
    order = [sys.executable, "-c", program + OPENING, str(tmp_path / "room")]
    done = subprocess.run(["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *order])
    assert (done.returncode, said.read_text()) == (0, "False\n200\n")


@pytest.mark.rotated
def test_on_windows_no_other_program_can_listen_on_the_port() -> None:
    # On Linux this option keeps other programs from listening on the port.
    assert listener.ONE_LISTENER == socket.SO_REUSEADDR
    program = "import socket; socket.SO_EXCLUSIVEADDRUSE = -5\n"
    program += "from pokermasa.server.connection import listener; print(listener.ONE_LISTENER)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "-5\n", done.stderr


class Limits:
    """A replacement for the module `resource`."""

    RLIMIT_NOFILE, RLIM_INFINITY = 7, -1

    def __init__(self, soft: int, hard: int, most: int) -> None:
        self.now, self.most = (soft, hard), most

    def getrlimit(self, _: int) -> tuple[int, int]:
        return self.now

    def setrlimit(self, _: int, asked: tuple[int, int]) -> None:
        if asked[0] > self.most:
            raise ValueError("not allowed to raise maximum limit")
        self.now = asked


@pytest.mark.parametrize(
    ("limits", "allowed"),
    [
        (None, 512),
        (Limits(256, -1, 10_240), 6256),  # macOS
        (Limits(256, -1, 1_000), 256),  # macOS with a lower limit than it reports
        (Limits(1024, 4096, 4096), 4096),
        (Limits(-1, -1, 1), 6256),
    ],
)
def test_a_room_reads_the_limit_of_open_files(
    limits: Limits | None, allowed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "resource", limits)
    usual = Settings()
    assert (
        server._allowed(usual.most_connections + usual.most_sockets + server.OTHER_FILES) == allowed
    )
    fitted = server.fitting(usual)
    assert (fitted is usual) == (allowed == 6256)
    assert fitted.most_connections + fitted.most_sockets < allowed
