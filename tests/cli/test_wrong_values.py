"""Tests of every option of every command with every kind of wrong value.

Each value gives no traceback, a meaningful exit code, and a message on standard error that contains
the value. Options are taken from the commands themselves, so new options are tested too.
"""

import inspect
import os
import signal
import socket
import subprocess
import sys
import typing
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer
from typer.models import OptionInfo

from pokermasa import cli
from pokermasa.cli import command_line
from tests.cases import each
from tests.hands.make import FOLDER
from tests.server.store import make

PLAYED = str(FOLDER / "played.phhs")
HUGE, DIGITS, LONG, BYTES = "9" * 30, "9" * 5000, "x" * 5000, "\udcff\udcfe"

# Arguments and options with which each command has one wrong value only and ends at once. `{port}`
# is a port in use, `{data}` the folder of a room.
BASE: dict[str, tuple[list[str], list[str]]] = {
    "acpc": (["127.0.0.1", "{free}"], ["--connect", "0"]),
    "admin users": ([], ["--data", "{data}"]),
    "admin backup": (["mine.db"], ["--data", "{data}"]),
    "admin drain": (["1"], ["--data", "{data}"]),
    "admin give": (["Ada", "5"], ["--reason", "why", "--data", "{data}"]),
    "admin move": (["t3f0c9a", "Ada", "2"], ["--reason", "why", "--data", "{data}"]),
    "admin reset": (["Ada"], ["--reason", "why", "--data", "{data}"]),
    "admin signals": ([], ["--data", "{data}"]),
    "admin token": (["Ada"], ["--data", "{data}"]),
    "arena": (["caller", "folder"], ["--hands", "2", "--workers", "1"]),
    "bench": ([], ["--seconds", "0.01", "--only", "hands"]),
    "bot": (["run", "caller"], ["--server", "http://127.0.0.1:{free}"]),
    "completion": (["bash"], []),
    "convert": ([PLAYED, "out.txt"], []),
    "equity": (["AhKh", "QsQd"], ["--board", "2h7d9hTc"]),
    "evaluate": (["AsKs"], ["--board", "2h7d9hTc"]),
    "lbr": (["folder"], ["--deals", "2"]),
    "league": (["show", "l3f0c9a12"], ["--server", "http://127.0.0.1:{free}"]),
    "match": (["caller", "folder"], ["--hands", "2", "--workers", "1"]),
    "new-bot": (["mine"], []),
    "play": ([], ["--bots", "caller", "--hands", "1", "--save", "mine.phhs"]),
    "pushfold": ([], ["--stack", "10", "--no-grid"]),
    "ranges": (["BTN"], ["--vs", "CO", "--no-grid"]),
    "replay": ([PLAYED], []),
    "serve": ([], ["--port", "{port}", "--data", "{data}", "--tables", "1"]),
    "solve": (
        [],
        [
            *("--board", "2c7d9hJsQs", "--pot", "100", "--stack", "100", "--oop", "AA"),
            *("--ip", "KK", "--iterations", "100", "--no-grid"),
        ],
    ),
    "stats": ([PLAYED], []),
    "table": ([], ["--bots", "2xcaller", "--hands", "1"]),
    "tournament": ([], ["--bots", "2xcaller", "--structure", "botpoker"]),
    "wire": ([], []),
}

UNREACHABLE = (
    *("acpc", "bot", "league", "serve"),
    *("admin drain", "admin give", "admin move", "admin reset", "admin token"),
)
"""Commands that fail in this test in any case, since there is no room."""
SECRET = {("serve", "bus"), ("serve", "mail")}
"""Options whose values may contain a password and are not repeated in messages."""
NUMBERS = ["", " ", "-1", "0", "1.5", "nan", "inf", "-inf", "1e400", "x", HUGE, DIGITS, BYTES]
TEXTS = ["", " ", "-", "-1", "nonsense", "1-2-3-4", "9" * 25 + "-1", "a b", "[red]", LONG, BYTES]
FILES = ["", ".", "missing.xyz", "no/such/x.phhs", "dir", "empty.phhs", "binary.phhs", "text.svg"]
FILES += ["closed.phhs", "empty.phhs/x", "-", LONG, BYTES]
CHOICES = ["", "nonsense", "RUN", LONG, BYTES]


class Parameter(NamedTuple):
    command: str
    name: str
    place: int | None
    """Index among the positional arguments. None for an option."""
    kind: type
    flag: str = ""


def function_of(command: str) -> Callable[..., Any]:
    name, *sub = command.split()
    loaded = command_line.load(name)
    if not isinstance(loaded, typer.Typer):
        return loaded
    (found,) = [
        one.callback
        for one in loaded.registered_commands
        if one.callback is not None and one.callback.__name__ == sub[0]
    ]
    return found


def parameters() -> list[Parameter]:
    found = []
    for command in BASE:
        place = 0
        for name, one in inspect.signature(function_of(command), eval_str=True).parameters.items():
            hint, info = typing.get_args(one.annotation)[:2]
            inner = [one for one in typing.get_args(hint) if one is not type(None)]
            kind = inner[0] if inner else hint
            if isinstance(info, OptionInfo):
                usual = f"--{name.replace('_', '-')}"
                flag = next(iter(info.param_decls or ()), info.default or usual)
                flag = str(flag if isinstance(flag, str) else usual).partition("/")[0]
                found.append(Parameter(command, name, None, kind, flag))
            else:
                found.append(Parameter(command, name, place, kind))
                place += 1
    return found


ALL = parameters()


def values(kind: type) -> list[str]:
    if kind in (int, float):
        return NUMBERS
    if kind is Path:
        return FILES
    return CHOICES if issubclass(kind, Enum) else TEXTS


FINE = {("serve", "port", "0")}
"""Values with which the command would start and not end."""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an empty room."""
    folder = tmp_path_factory.mktemp("room")

    make(f"sqlite:///{folder / 'room.db'}")
    return folder


@pytest.fixture(scope="module")
def ports() -> Iterator[tuple[int, int]]:
    """A port in use, and a free one."""
    with socket.create_server(("", 0)) as taken, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1], free.getsockname()[1]


@pytest.fixture
def called(
    room: Path,
    ports: tuple[int, int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> Callable[..., tuple[int, str, str]]:
    """Run `masa`. Return exit code, output and errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_, **__: str(tmp_path / "mine"))
    monkeypatch.setenv("COLUMNS", "200")
    (tmp_path / "dir").mkdir()
    (tmp_path / "empty.phhs").touch()
    (tmp_path / "binary.phhs").write_bytes(bytes(range(256)) * 9)
    (tmp_path / "text.svg").write_text("what was there before")
    (tmp_path / "closed.phhs").touch(mode=0)

    def call(*arguments: str) -> tuple[int, str, str]:
        filled = [
            word.replace("{port}", str(ports[0]))
            .replace("{free}", str(ports[1]))
            .replace("{data}", str(room))
            for word in arguments
        ]
        with open(os.devnull) as nothing:
            monkeypatch.setattr(sys, "stdin", nothing)
            try:
                code: Any = command_line.run(filled)
            except SystemExit as end:
                code = end.code or 0
        said = capfd.readouterr()
        return code, said.out, said.err

    return call


def _without(options: list[str], flag: str) -> list[str]:
    stored = [*options]
    if flag in stored:
        at = stored.index(flag)
        del stored[at : at + 2]
    return stored


def words_with(parameter: Parameter, value: str) -> list[str]:
    arguments, options = BASE[parameter.command]
    if parameter.place is not None:
        arguments = [*arguments]
        arguments[parameter.place : parameter.place + 1] = [value]
        return [*parameter.command.split(), *options, "--", *arguments]
    return [
        *parameter.command.split(),
        *_without(options, parameter.flag),
        parameter.flag,
        value,
        *(["--", *arguments] * bool(arguments)),
    ]


def named(value: str, said: str) -> bool:
    """Whether *said* contains the value or its beginning, as it is or as Python writes it."""
    start = value.strip()[:20]
    return start in said or repr(start)[1:-1] in said or start.lower() in said


TRIED = [parameter for parameter in ALL if parameter.kind is not bool]


def test_every_command_is_tried() -> None:
    assert {command.split()[0] for command in BASE} == set(cli.COMMANDS)
    assert len(TRIED) > 80


@pytest.mark.sampled(4)
@pytest.mark.parametrize("parameter", TRIED, ids=lambda one: f"{one.command}-{one.name}")
def test_a_wrong_value_is_named(
    parameter: Parameter, called: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    for value in values(parameter.kind):
        if (parameter.command, parameter.name, value) in FINE:
            continue
        before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
        code, out, err = called(*words_with(parameter, value))
        result = f"{value[:30]!r}: {code}\n{out}\n{err}"
        assert code in (0, 1, 2), result
        assert "Traceback" not in out + err, result
        assert "a fault of pokermasa" not in err, result
        if code:
            assert f"masa {parameter.command.split()[0]}: " in err, result
            # It says that no room answers.
            is_told = code == 1 and parameter.command in UNREACHABLE
            is_told |= parameter[:2] in SECRET
            assert is_told or BYTES in value or named(value, err), result
        if code == 2:
            assert out == "", result
            assert f"For help: masa {parameter.command.split()[0]} --help" in err, result
            assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before, result
        for made in set(tmp_path.iterdir()) - set(before):
            if made.is_file():
                made.unlink()


WRITING = {"convert": "out.txt", "new-bot": "mine.py", "admin": "copy.db"}
"""Commands whose output file is an argument. Others have --save or --plot."""


def writers() -> list[list[str]]:
    found = [
        [one.command, *BASE[one.command][0], *_without(BASE[one.command][1], one.flag), one.flag]
        for one in ALL
        if one.flag in ("--save", "--plot")
    ]
    expected = {"arena", "equity", "match", "play", "solve", "table", "tournament"}
    assert {text[0] for text in found} == expected
    return found


@pytest.mark.sampled(3)
@pytest.mark.parametrize("words", writers(), ids=lambda words: f"{words[0]}{words[-1]}")
@pytest.mark.parametrize("is_forced", [False, True])
def test_a_file_option_overwrites_only_by_force(
    words: list[str], is_forced: bool, called: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    file = tmp_path / ("there.phhs" if words[-1] == "--save" else "there.svg")
    file.write_text("what was there before")
    code, out, err = called(*words, str(file), *["--force"] * is_forced)
    assert "a fault of pokermasa" not in err
    if is_forced:
        assert code == 0, err
        assert words[0] == "play" or file.read_bytes() != b"what was there before"
    else:
        assert (code, out) == (2, "")
        assert f"{file} is there already; choose another name, or --force" in err
        assert file.read_text() == "what was there before"


@pytest.mark.parametrize("command", WRITING)
def test_a_file_argument_is_overwritten_only_by_force(
    command: str, called: Callable[..., tuple[int, str, str]], tmp_path: Path, room: Path
) -> None:
    file = tmp_path / WRITING[command]
    file.write_text("what was there before")
    fields = {
        "convert": [PLAYED, file.name],
        "new-bot": ["mine"],
        "admin": ["backup", file.name, "--data", str(room)],
    }[command]
    code, _, err = called(command, *fields)
    assert code == 2
    assert f"{file.name} is there already" in err
    assert file.read_text() == "what was there before"
    assert called(command, *fields, "--force")[0] == 0
    assert b"what was there before" not in file.read_bytes()
    assert sorted(path.name for path in tmp_path.glob("*.part")) == []


def test_a_backup_cannot_overwrite_the_room(
    called: Callable[..., tuple[int, str, str]], room: Path
) -> None:
    before = (room / "room.db").read_bytes()
    code, _, err = called("admin", "backup", str(room / "room.db"), "--data", str(room), "--force")
    assert code == 1
    assert "is the room itself" in err
    assert (room / "room.db").read_bytes() == before


@each("command", BASE)
def test_unknown_options_and_arguments_are_refused(
    command: str, called: Callable[..., tuple[int, str, str]]
) -> None:
    for text in (["--nonsense"], ["--help=x"], ["-x"]):
        code, out, err = called(*command.split(), *BASE[command][0], *text)
        assert (code, out) == (2, ""), err
        assert text[0].partition("=")[0] in err
    if not any(typing.get_origin(kind) is list for kind in hints(command)):
        arguments, options = BASE[command]
        code, out, err = called(*command.split(), *options, *arguments, *["one-too-many"] * 3)
        assert (code, out) == (2, "")
        assert "one-too-many" in err


def hints(command: str) -> list[object]:
    found = inspect.signature(function_of(command), eval_str=True).parameters.values()
    return [typing.get_args(one.annotation)[0] for one in found]


@each("command", BASE)
def test_json_is_a_flag_with_one_meaning(command: str) -> None:
    (found,) = [one for one in ALL if one.command == command and one.flag == "--json"] or [None]
    if found is not None:
        assert found.kind is bool
    assert found is not None or command in {
        *("acpc", "bot", "completion", "convert", "new-bot", "play", "serve"),
        *("admin backup", "admin drain"),
    }


# Closed pipes


PROGRAM = """
import functools, sys
from pokermasa.cli import command_line, main

def load(name, load=command_line.load):
    command = load(name)

    @functools.wraps(command)
    def telling(*args, **options):
        print("ready", file=sys.stderr, flush=True)
        return command(*args, **options)

    return telling

command_line.load = load
main()
"""
"""Program that runs `masa` and prints a line when its command begins."""


def started(arguments: list[str], tmp_path: Path, **more: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path)},
        **more,  # type: ignore[call-overload]
    )


SAYING = ("arena", "completion", "convert", "equity", "evaluate", "match", "replay", "stats")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("command", [*SAYING, "table", "tournament"])
def test_a_closed_pipe_ends_the_command_silently(command: str, tmp_path: Path) -> None:
    arguments, options = BASE[command]
    if command == "convert":
        arguments, options = [PLAYED, "-"], ["--to", "phhs"]
    process = started([command, *arguments, *options], tmp_path, stdout=subprocess.PIPE)
    process.stdout.close()
    _, err = process.communicate(timeout=120)
    assert process.returncode in (0, 1)
    assert err.removeprefix("ready\n") == ""


LONG_RUNS = {
    "acpc": ["127.0.0.1", "{free}", "--connect", "600"],
    "bench": ["--seconds", "600"],
    "convert": ["-", "-", "--to", "phhs"],
    "equity": ["random", "random", "random", "--precision", "0.001", "--threads", "1"],
    "match": ["caller", "caller", "--hands", "9000000", "--workers", "1"],
    "play": ["--bots", "caller", "--plain"],
    "replay": ["-"],
    "serve": ["--port", "0", "--data", "room"],
    "stats": ["-"],
    "table": ["--bots", "2xcaller", "--hands", "9000000"],
    "tournament": ["--bots", "9", "--games", "9000000"],
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("command", LONG_RUNS)
def test_ctrl_c_ends_the_command_without_a_traceback(
    command: str, tmp_path: Path, ports: tuple[int, int]
) -> None:
    arguments = [word.replace("{free}", str(ports[1])) for word in LONG_RUNS[command]]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL}
    process = started([command, *arguments], tmp_path, **pipes)
    assert process.stderr.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=120)
    assert "Traceback" not in err
    assert process.returncode in (0, 130), err


def test_an_unknown_word_is_named_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        cli.main(["completion", "fishy"])
    errors = capsys.readouterr().err.splitlines()[0]
    assert errors.count("fishy") == 1
    assert "Value error" not in errors
    assert "'bash', 'zsh', 'fish'" in errors
