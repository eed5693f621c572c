"""Tests that every program in examples/ runs and prints what its page promises."""

import re
import runpy

import pytest

from tests.test_house import REPOSITORY

EXPECTED_OUTPUT = {
    "cash_table.py": r"side 0 has 203\nside 2 has 149\nside 5 has 78\n$",
    "equity_of_ranges.py": r"77\+, ATs\+, KQs, AQo\+ +60\.82%[^\n]+\n.+\ncounted exactly\n$",
    "own_room.py": r"^hand 1: .*\b(Ann|Bo) \d+(.+\n){5}$",
    "own_tournament.py": r"^\d+ hands\n1\. .+\n2\. ",
    "solve_river.py": r"over all hands: CH \d+%, RR50 \d+%, AA \d+%\n  with QcQd: ",
    "text_view.py": r"Cy, your cards are 6♦ A♥\n(.+\n)+The board: (.+\n)+Ann has 98, Bo has 98, ",
    "vpip.py": r"Ann +1 hands   VPIP  0\.0%\nBo +1 hands   VPIP 100\.0%\n",
}
"""Patterns that the output must match."""
ELSEWHERE = {
    "reader.py": "tests/bots/test_file.py",
    "tight.js": "tests/bots/test_file.py",
    "train.py": "tests/learn/test_example.py",
    "equity_and_ranges.ipynb": "tests/notebook/test_notebooks.py",
    "a_bot_measured.ipynb": "tests/notebook/test_notebooks.py",
    "my_hands_studied.ipynb": "tests/notebook/test_notebooks.py",
}
"""Tests that run the other examples."""


def test_every_example_is_run() -> None:
    there = {path.name for path in (REPOSITORY / "examples").iterdir() if path.is_file()}
    assert there == {*EXPECTED_OUTPUT, *ELSEWHERE}
    for name, test in ELSEWHERE.items():
        assert name in (REPOSITORY / test).read_text("utf-8")


@pytest.mark.rotated
@pytest.mark.parametrize("name", EXPECTED_OUTPUT)
def test_an_example_prints_the_expected_output(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", [name])
    runpy.run_path(str(REPOSITORY / "examples" / name), run_name="__main__")
    said = capsys.readouterr().out
    assert re.search(EXPECTED_OUTPUT[name], said), said
