"""Tests that `masa` understands and can run every command line in the documentation."""

import io
import re
import shlex
import shutil
import subprocess
import sys
from glob import glob
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import typer

from pokermasa import cli
from pokermasa.cli import COMMANDS
from pokermasa.cli.command_line import _USAGE, app
from tests.cases import each
from tests.docs.command_lines import Line, command_lines
from tests.hands.make import FOLDER
from tests.test_house import REPOSITORY

LINES = command_lines()


@each("name", COMMANDS)
def test_masa_understands_every_command_line_of_the_documentation(name: str) -> None:
    group: Any = typer.main.get_command(app([name]))
    command = group.commands[name]
    examples = [
        Line(f"masa {name} --help", tuple(shlex.split(one)), True)
        for one in COMMANDS[name].examples
    ]
    for line in [*LINES, *examples]:
        if line.words[0] != name or line.words[-1] == "--help":
            continue
        words = list(line.words[1:])
        one = command
        if hasattr(command, "commands") and words:
            assert words[0] in command.commands, line
            one = command.commands[words.pop(0)]
        try:
            with one.make_context(name, words):
                pass
        except _USAGE as error:
            # typer has its own copy of click, whose classes have no public name.
            is_unfinished = type(error).__name__ in ("MissingParameter", "BadOptionUsage")
            if line.is_whole or not is_unfinished:
                pytest.fail(f"{line}: {error.format_message()}")


def test_every_command_in_the_documentation_is_one_of_masa() -> None:
    assert {line.words[0] for line in LINES} <= set(COMMANDS)
    assert len([line for line in LINES if line.is_whole]) > 100


NEEDS_A_ROOM = ("acpc", "admin", "bot", "league", "serve")
"""Commands that wait for a room or a dealer. Their own tests run them."""
RUN_ELSEWHERE = {"spot.npz": "tests/cli/test_solve.py", "commands.txt": "tests/cli/test_solve.py"}
QUICK = ("completion", "convert", "equity", "evaluate", "new-bot", "play", "replay", "stats")
"""Commands that end within about two seconds. `make soak` runs the others."""
SLOW_OPTIONS = {"--analyse", "--solve", "--mistakes"}
FOR_THE_CLUSTER = "--cluster"


def is_run_here(line: Line) -> bool:
    return (
        line.is_whole
        and line.words[0] not in NEEDS_A_ROOM
        and FOR_THE_CLUSTER not in line.words
        and not RUN_ELSEWHERE.keys() & set(line.words)
    )


def is_quick(line: Line) -> bool:
    return line.words[0] in QUICK and not SLOW_OPTIONS & set(line.words)


PAGES = sorted({line.page for line in LINES if is_run_here(line)})


@pytest.mark.parametrize("page", sorted({line.page for line in LINES if is_quick(line)} & {*PAGES}))
def test_the_quick_command_lines_of_a_page_work(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [line for line in LINES if line.page == page and is_run_here(line)]
    prepare(lines, tmp_path, monkeypatch)
    for line in lines:
        if is_quick(line):
            assert run(*line.words) == 0, f"{line}\n{capsys.readouterr().err}"


def test_the_page_about_settings_lists_every_flag_of_a_setting() -> None:
    page = (REPOSITORY / "docs" / "server.md").read_text("utf-8")
    listed = re.search(r"settings have a flag as well: (.*?)\. A", page, re.DOTALL)
    assert listed is not None
    group: Any = typer.main.get_command(app(["serve"]))
    flags = {name for one in group.commands["serve"].params for name in one.opts}
    assert set(re.findall(r"`(--[a-z-]+)`", listed[1])) == flags - NO_SETTINGS


NO_SETTINGS = {"--config", "--help", "-h"}


def test_the_seed_of_the_page_about_playing_deals_the_cards_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (REPOSITORY / "docs" / "play.md").read_text("utf-8")
    block = page[page.index("$ printf 'call\\nfold\\n' | masa ") :].split("```")[0]
    command, *shown = block.splitlines()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("call\nfold\n"))
    assert run(*command.partition(" masa ")[2].split(), "--save", "hands.phhs") == 0
    said = capsys.readouterr().out.splitlines()
    assert len(shown) > 4
    assert [line for line in shown if line != "…" and line not in said] == []


@pytest.mark.soak
@pytest.mark.parametrize("page", PAGES)
def test_all_command_lines_of_a_page_work(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each command has a process of its own, because workers import the main program again."""
    lines = [line for line in LINES if line.page == page and is_run_here(line)]
    prepare(lines, tmp_path, monkeypatch)
    for line in lines:
        done = subprocess.run(
            [sys.executable, "-c", "import pokermasa.cli as c; c.main()", *line.words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=900,
            check=False,
        )
        assert done.returncode == 0, f"{line}\n{done.stderr}"


def prepare(lines: list[Line], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make *folder* the working folder, with the files that *lines* read."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setenv("POKERMASA_DATA", str(folder / "data"))
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "home"))
    # The examples use a player Ann and a hand 17.
    hands = (FOLDER / "played.phhs").read_text("utf-8")
    hands = hands.replace("'Player1'", "'Ann'").replace("[tda-7]", "[17]")
    (folder / "source.phhs").write_text(hands)
    read = {
        word
        for line in lines
        for before, word in pairwise(line.words)
        if before not in ("--save", "--plot")
    }
    for name in read & {"hands.phhs", "in.phhs"}:
        shutil.copy("source.phhs", name)
    for name in read & {"in.txt", "more.txt", "session.txt"}:
        assert run("convert", "source.phhs", name) == 0
    if "folder/*.phh" in read:
        Path("folder").mkdir()
        shutil.copy(FOLDER / "showdown.phh", "folder/one.phh")
    if "hand.phh" in read:
        Path("hand.phh").write_text(BETWEEN_TWO)
    if "match.log" in read:
        shutil.copy(FOLDER / "match.log", "match.log")
    if "my-club.toml" in read:
        Path("my-club.toml").write_text(CLUB)
    if "bots/" in read:
        Path("bots").mkdir()
        Path("bots/mine.py").write_text("def choose(view):\n    return view.acts[0]\n")
    if any("mybot.py" in word for word in read) and ("new-bot", "mybot") not in [
        line.words for line in lines
    ]:
        assert run("new-bot", "mybot") == 0


def run(*words: str) -> Any:
    words = tuple([name for word in words for name in (sorted(glob(word)) or [word])])
    with pytest.raises(SystemExit) as end:
        cli.main(words)
    return end.value.code or 0


BETWEEN_TWO = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 200]
actions = ['d dh p1 AhKh', 'd dh p2 9s9c', 'p2 cbr 6', 'p1 cc', 'd db 2c7d9h', 'p1 cc', 'p2 cbr 8',
  'p1 cc', 'd db Js', 'p1 cc', 'p2 cc', 'd db Qs', 'p1 cbr 20', 'p2 cbr 70', 'p1 f']
"""
CLUB = 'name = "club"\nstack = 400\n[levels]\nevery = 2\nscale = [[5, 10]]\n'
