"""Tests of `masa tournament`: a tournament of bots in the terminal."""

from pathlib import Path
from typing import Any

import pytest

from pokermasa import cli
from pokermasa.cli.commands.tournament import included_structures, ordinal, structure_named  # type: ignore[attr-defined]  # what it imports
from pokermasa.histories import phh
from pokermasa.histories.replay import result
from tests.cases import each


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


def run(*args: str) -> Any:
    with pytest.raises(SystemExit) as end:
        cli.main(["tournament", *args])
    return end.value.code or 0


def test_a_tournament_is_played_to_its_end_and_its_places_are_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("--bots", "24", "--seed", "4") == 0
    said = capsys.readouterr().out
    assert "24 entrants · 3 tables" in said
    assert "the final table" in said
    assert "hand for hand" in said or "bubble" not in said
    assert said.count(" wins") == 1
    winner = said.split(" wins")[0].splitlines()[-1]
    assert any(winner in line and " 1 " in line for line in said.splitlines() if "│" in line)


def test_the_same_seed_gives_the_same_tournament(capsys: pytest.CaptureFixture[str]) -> None:
    run("--bots", "12", "--seed", "4")
    first = capsys.readouterr().out
    run("--bots", "12", "--seed", "4")
    assert capsys.readouterr().out == first
    run("--bots", "12", "--seed", "5")
    assert capsys.readouterr().out != first


def test_a_league_of_botpoker(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--bots", "2xbasic,2xrandom,caller", "--structure", "botpoker", "--games", "3") == 0
    said = capsys.readouterr().out
    assert "game 3 of 3" in said
    assert "the league after 3 games" in said


def test_hands_are_saved_as_phh_and_read_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "night.phhs"
    assert run("--bots", "11", "--seed", "2", "--structure", "regular", "--save", str(file)) == 0
    with file.open(encoding="utf-8") as stream:
        found = list(phh.read_all(stream))
    assert f"{len(found)} hands saved as PHH" in capsys.readouterr().out
    assert len(found) > 20
    for hand in found:
        assert hand.error is None
        assert sum(result(hand.history).net) == 0
    last = result(found[-1].history)
    assert sorted(last.stacks) == [0, 11 * 5000]


def test_a_users_structure_file_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "mine"\nstack = 40\n[levels]\nevery = 2\nscale = [[5, 10]]\n')
    assert run("--bots", "4", "--structure", str(file)) == 0
    assert capsys.readouterr().out.startswith("mine")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--structure", "nonesuch"), "turbo"),
        (("--bots", "shark"), "basic"),
        (("--bots", "1"), "entrants"),
        (("--bots", "11", "--structure", "botpoker"), "2 to 10"),
    ],
)
def test_an_impossible_tournament_is_refused_with_an_explanation(
    args: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*args) != 0
    assert words in capsys.readouterr().err


def test_an_invalid_structure_is_refused_with_an_explanation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "broken.toml"
    file.write_text("seats = 12\n")
    assert run("--structure", str(file)) != 0
    assert "levels.scale" in capsys.readouterr().err or "seats" in capsys.readouterr().err


@each("name", included_structures())
def test_included_structures_are_found_by_name(name: str) -> None:
    assert structure_named(name).name == name


def test_places_are_printed_as_ordinals() -> None:
    numbers = (1, 2, 3, 4, 11, 12, 13, 21, 111)
    assert [ordinal(n) for n in numbers] == [
        *("1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "111th")
    ]
