"""The commands in docs/histories.md, as they stand there."""

import re
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from pokermasa import cli
from tests.hands.make import FOLDER

PAGE = (Path(__file__).parents[2] / "docs" / "histories.md").read_text("utf-8")
COMMANDS = re.findall(r"^masa (\S.*?)(?:   .*)?$", PAGE, re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files that the page speaks of, hands of ours in them."""
    monkeypatch.chdir(tmp_path)
    copy(FOLDER / "showdown.phh", "hand.phh")
    copy(FOLDER / "match.log", "match.log")
    for name in ("hands.phhs", "in.phhs"):
        copy(FOLDER / "played.phhs", name)
    for name in ("in.txt", "more.txt"):
        assert run("convert", "in.phhs", name) == 0
    return tmp_path


def run(*words: str) -> Any:
    with pytest.raises(SystemExit) as end:
        cli.main(words)
    return end.value.code or 0


def test_there_are_commands() -> None:
    assert {command.split()[0] for command in COMMANDS} == {"replay", "convert", "stats"}
    assert len(COMMANDS) >= 7


@pytest.mark.sampled(2)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_does_what_it_says(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = {"--hero Ann": "--hero Player1", "--hand 17": "--hand tda-7"}
    for theirs, ours in names.items():
        command = command.replace(theirs, ours)
    assert run(*command.split()) == 0, capsys.readouterr().err
