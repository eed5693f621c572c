"""Tests of `masa evaluate`: names of hands, and the best of several hands."""

import json

import pytest
import typer
from typer.testing import CliRunner, Result

from pokermasa.cli.commands.evaluate import evaluate

app = typer.Typer()
app.command()(evaluate)


def ask(*args: str) -> Result:
    return CliRunner().invoke(app, args)


@pytest.mark.parametrize(
    "cards", [["As Ks Qs Js Ts 2d 3c"], ["AsKsQsJsTs2d3c"], [*("As", "Ks", "Qs", "Js", "Ts")]]
)
def test_a_hand_is_named(cards: list[str]) -> None:
    said = ask(*cards).stdout
    assert "royal flush" in said
    assert "7462" in said


def test_several_hands_are_ranked_with_their_ties() -> None:
    said = json.loads(ask("AcKd", "QsQd", "7c7d", "AdKc", "--board", "7h9hTcTd2s", "--json").stdout)
    assert [(hand["place"], hand["cards"]) for hand in said] == [
        (1, ["7c", "7d"]),
        (2, ["Qs", "Qd"]),
        (3, ["Ac", "Kd"]),
        (3, ["Ad", "Kc"]),
    ]
    assert said[0]["sentence"] == "full house, sevens full of tens"
    assert said[0]["chinese"].startswith("葫芦")
    assert said[0]["best_five"] == ["7h", "7d", "7c", "Td", "Tc"]
    assert "3=" in ask("AcKd", "QsQd", "7c7d", "AdKc", "--board", "7h9hTcTd2s").stdout


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["As Ks Qs Js"], "a hand has five, six or seven cards, not 4"),
        (["As Ks Qs Js Xs"], "'Xs' at character 13"),
        (["As Ks", "--board", "As Qs Js Ts 2c"], "the ace of spades (As) twice"),
        (["As", "As", "Ks", "Qs", "Js"], "the ace of spades (As) twice"),
    ],
)
def test_invalid_hands_are_refused(args: list[str], words: str) -> None:
    result = ask(*args)
    assert result.exit_code == 2
    assert words in " ".join(result.stderr.replace("│", " ").split())
