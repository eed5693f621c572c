"""Tests of `masa arena`: round robins of bots."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from pokermasa import cli


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


def run(*args: str) -> Any:
    with pytest.raises(SystemExit) as end:
        cli.main(["arena", *args, "--workers", "1"])
    return end.value.code or 0


def test_the_output_has_a_ranking_and_a_cross_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("folder", "raiser", "caller", "--hands", "40") == 0
    said = capsys.readouterr().out
    order = [said.index(name) for name in ("1 │ raiser", "2 │ caller", "3 │ folder")]
    assert order == sorted(order)
    assert "+750" in said
    assert "-750" in said


@pytest.mark.rotated
def test_all_bots_of_a_folder_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("ada", "bob"):
        text = "def choose(view): return view.acts[1]\n"
        (tmp_path / f"{name}.py").write_text(text)
    (tmp_path / "notes.txt").write_text("no bot")
    (tmp_path / "_shared.py").write_text("no bot either")
    assert run(str(tmp_path), "folder", "--hands", "40", "--time", "60", "--plain") == 0
    said = capsys.readouterr().out
    assert "ada v bob: +0.0 ± 0.0 mbb/hand" in said or "bob v ada: +0.0 ± 0.0 mbb/hand" in said
    assert "ada v folder: +" in said
    assert "notes" not in said
    assert "Nobody is ahead for certain." in said  # two equal bots


def test_a_league_is_played_by_the_rules_of_document_003(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bots = ("basic", "caller", "folder")
    assert run(*bots, "--game", "003", "--games", "3") == 0
    said = capsys.readouterr().out
    assert "3 games · botpoker" in said
    assert "the league after 3 games" in said
    assert run(*bots, "--game", "003", "--games", "3", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    # Points for three players are 2, 0 and -1.
    assert sum(bot["points"] for bot in data["bots"]) == 3


def test_results_are_saved_in_every_format(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "a.svg"
    args = ("--hands", "20", "--plot", str(picture), "--json")
    assert run("basic", "caller", "folder", *args) == 0
    arguments = [text.text for text in ElementTree.parse(picture).getroot().iter()]
    assert "3 bots, each against each" in arguments
    data = json.loads(capsys.readouterr().out)
    assert len(data["matches"]) == 3
    assert len(data["ranking"]) == 3


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("caller",), "2 to 100 play"),
        (("caller", "folder", "--game", "007"), "no game '007'; known: 003"),
        (("11xcaller", "--game", "003"), "botpoker is for 2 to 10, not 11"),
    ],
)
def test_an_impossible_round_robin_is_refused_with_an_explanation(
    args: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*args) != 0
    said = " ".join(capsys.readouterr().err.replace("│", " ").split())
    assert words in said


def test_a_folder_without_bots_is_refused_with_an_explanation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(str(tmp_path), "caller") != 0
    assert "there is no bot in the folder" in capsys.readouterr().err
