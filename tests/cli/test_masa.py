"""Tests of the command `masa` itself. Each subcommand has its own tests."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from pokermasa import __version__, cli
from pokermasa.cli import command_line
from tests.cases import each


def run(*args: str) -> Any:
    with pytest.raises(SystemExit) as end:
        cli.main(args)
    return end.value.code or 0


def test_masa_prints_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--version") == 0
    assert capsys.readouterr().out == f"pokermasa {__version__}\n"


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--help") == 0
    said = capsys.readouterr().out
    assert all(name in said for name in cli.COMMANDS)


def test_an_unknown_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("no-such-command") != 0
    assert "no-such-command" in capsys.readouterr().err


def test_help_loads_no_room_and_no_compiler() -> None:
    program = (
        "import sys; from pokermasa import cli\n"
        "try: cli.main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    loaded = set(done.stderr.split())
    assert {name for name in loaded if name.startswith("pokermasa.")} == {
        "pokermasa.cli",
        "pokermasa.cli.command_line",
    }
    assert not loaded & {"numpy", "numba"}


def test_commands_are_in_order_and_h_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(cli.COMMANDS) == sorted(cli.COMMANDS)
    assert run() == 0
    said = capsys.readouterr().out
    assert run("-h") == 0
    assert capsys.readouterr().out == said
    assert run("table", "-h") == 0
    assert "Let bots play a cash table." in capsys.readouterr().out


@each("name", cli.COMMANDS)
def test_every_command_can_be_loaded_and_its_help_has_examples(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert run(name, "--help") == 0
    said = capsys.readouterr().out
    assert f"masa {name}" in said
    for example in cli.COMMANDS[name].examples:
        assert example.split()[0] == name
        assert f"masa {example}" in said


ENDLESS = ("acpc", "admin", "bench", "bot", "league", "play", "serve")
"""Commands whose examples need a dealer, a room or a person, or take long."""


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", [name for name in cli.COMMANDS if name not in ENDLESS])
def test_examples_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("table", "--bots", "2xcaller", "--hands", "9", "--save", "hands.phhs") == 0
    for example in cli.COMMANDS[name].examples:
        with open("hands.phhs") as given:
            monkeypatch.setattr(sys, "stdin", given)
            assert run(*shlex.split(example)) == 0, capsys.readouterr().err
    assert "fault of pokermasa" not in capsys.readouterr().err


@each("name", ENDLESS)
def test_the_other_examples_can_be_read(name: str) -> None:
    for example in cli.COMMANDS[name].examples:
        words = shlex.split(example)
        masa: Any = typer.main.get_command(command_line.app(words))
        context = masa.make_context("masa", words)
        command = masa.get_command(context, name)
        if hasattr(command, "commands"):
            command = command.commands[words.pop(1)]
        assert command.make_context(name, words[1:], parent=context).params


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("masa t", {"table", "tournament"}),
        ("masa table --bl", {"--blinds"}),
        ("masa admin us", {"users"}),
        ("masa completion ", {"bash", "zsh", "fish", "powershell"}),
    ],
)
def test_a_shell_completes_commands_options_and_values(typed: str, expected: set[str]) -> None:
    asked = {
        "_MASA_COMPLETE": "complete_bash",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(typed.split(" ")) - 1),
    }
    program = [sys.executable, "-c", "from pokermasa import cli; cli.main()"]
    done = subprocess.run(program, capture_output=True, text=True, env=os.environ | asked)
    assert set(done.stdout.split()) == expected, done.stderr


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_shell_completion_prints_a_valid_script(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("completion", "bash") == 0
    script = capsys.readouterr().out
    assert subprocess.run(["bash", "-n"], input=script, text=True).returncode == 0
    assert "complete" in script


def test_an_internal_error_is_reported_in_one_line_and_with_a_traceback_on_request(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise ZeroDivisionError("chips")

    monkeypatch.setattr(command_line, "load", lambda name: broken)
    assert run("table") == 1
    said = capsys.readouterr().err
    assert said.startswith("masa table: a fault of pokermasa itself: ZeroDivisionError: chips\n")
    assert "Traceback" not in said
    monkeypatch.setenv("MASA_TRACEBACK", "1")
    assert run("table") == 1
    assert "Traceback" in capsys.readouterr().err
