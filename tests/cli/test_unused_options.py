"""Tests of options that would have no effect: they are refused, and the message says what they are
for.
"""

import inspect
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from pokermasa import cli
from pokermasa.cli.commands.solve import solve as command
from pokermasa.cli.solve_question import HandOptions, TreeOptions
from tests.cases import each
from tests.hands.make import FOLDER

SPOT = "solve --board 2c7d9hJsQs --pot 100 --stack 100 --oop AA --ip KK --iterations 5 --no-grid"
CASH = "is for cash hands, and --tournament plays sit-and-gos"


@pytest.fixture
def refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], str]:
    monkeypatch.chdir(tmp_path)

    def run(line: str) -> str:
        with pytest.raises(SystemExit) as end:
            cli.main(shlex.split(line))
        said = capsys.readouterr()
        assert end.value.code == 2, said.err
        assert said.out == ""
        return said.err

    return run


@each(
    ("line", "option", "words"),
    [
        ("match caller folder --games 5", "--games", "is for --tournament"),
        ("match caller folder --tournament --hands 20", "--hands", CASH),
        ("match caller folder --tournament --blinds 5-10", "--blinds", CASH),
        ("match caller folder --tournament --precision 5", "--precision", CASH),
        ("match caller folder --tournament --no-duplicate", "--no-duplicate", CASH),
        ("match caller folder --tournament --deal-seed word", "--deal-seed", CASH),
        ("arena caller folder --games 5", "--games", "is for --game"),
        ("arena caller folder --game 003 --hands 20", "--hands", "is not for --game 003"),
        ("arena caller folder --game 003 --stack 20", "--stack", "is not for --game 003"),
        ("arena caller folder --game 003 --rules limit", "--rules", "is not for --game 003"),
        ("arena caller folder --game 003 --paired", "--paired", "is not for --game 003"),
        ("arena caller folder --game 003 --limit", "--limit /", "is not for --game 003"),
        ("play --level 5", "--level", "is for --sit-and-go"),
        (f"{SPOT} --hero-range AA", "--hero-range", "is of a hand: give a FILE as well"),
        (f"{SPOT} --step 3", "--step", "is of a hand: give a FILE as well"),
        (f"{SPOT} --limits 10,20", "--limits", "is for --betting 'fixed limit'"),
    ],
)
def test_an_option_without_effect_is_refused(
    refused: Callable[[str], str], line: str, option: str, words: str
) -> None:
    assert f"Invalid value for {option}" in (said := refused(line))
    assert words in said


def test_options_that_repeat_a_file_are_refused(
    refused: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main([*SPOT.split(), "--save", "saved.npz", "--precision", "100"])
    assert not end.value.code
    for option in ("--bets 33%", "--raise-cap 2", "--rake 5", "--betting pot-limit", "--step 3"):
        name, value = option.split()
        value = "pot limit" if name == "--betting" else value
        with pytest.raises(SystemExit) as end:
            cli.main(["solve", "saved.npz", name, value])
        assert end.value.code == 2
        assert "is said by this file" in capsys.readouterr().err
    hand = FOLDER / "showdown.phh"
    assert "5' is said by the hand of this file" in refused(
        f"solve {shlex.quote(str(hand))} --big-blind 5"
    )


def test_the_defaults_of_the_question_are_those_of_the_command() -> None:
    usual = HandOptions()._asdict() | TreeOptions()._asdict()
    parameters = inspect.signature(command).parameters
    in_per_cent = {"all_in_from", "rake"}
    for name, value in usual.items():
        expected = 100 * value if name in in_per_cent else value
        assert (parameters[name].default or None) == (expected or None), name
