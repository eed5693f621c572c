"""Tests of `masa table`: a cash table of bots in the terminal."""

from pathlib import Path
from typing import Any

import pytest

from pokermasa import cli
from pokermasa.cli.commands.table import bots_named
from pokermasa.histories import phh
from pokermasa.histories.replay import result


def run(*args: str) -> Any:
    with pytest.raises(SystemExit) as end:
        cli.main(["table", *args])
    return end.value.code or 0


def test_winnings_and_losses_add_up_to_zero(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--hands", "60", "--bots", "basic,caller,2xrandom", "--seed", "3") == 0
    said = capsys.readouterr().out
    rows = [line.split("│") for line in said.splitlines() if line.startswith("│")]
    won = [int(row[5].replace(",", "")) for row in rows]
    assert len(won) == 4
    assert any(won)
    assert sum(won) == 0


def test_a_seed_repeats_the_same_hands(capsys: pytest.CaptureFixture[str]) -> None:
    run("--hands", "30", "--seed", "3")
    first = capsys.readouterr().out
    run("--hands", "30", "--seed", "3")
    assert capsys.readouterr().out == first


@pytest.mark.sampled(2)
@pytest.mark.parametrize("rules", ["masa", "classic", "botpoker", "limit", "tda"])
def test_hands_are_saved_as_phh_under_every_house_rule(rules: str, tmp_path: Path) -> None:
    file = tmp_path / "table.phhs"
    assert run("--hands", "25", "--rules", rules, "--save", str(file)) == 0
    with file.open(encoding="utf-8") as stream:
        found = list(phh.read_all(stream))
    assert len(found) == 25
    for hand in found:
        assert hand.error is None
        assert list(result(hand.history).stacks) == list(hand.history.fields["finishing_stacks"])


@pytest.mark.parametrize(
    "args",
    [
        ("--bots", "basic"),
        ("--bots", "nobody,basic"),
        ("--bots", "11"),
        ("--blinds", "2-1"),
        ("--blinds", "two"),
        ("--rules", "chess"),
    ],
)
def test_an_impossible_table_is_refused_with_an_explanation(
    args: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*args) != 0
    assert args[0] in capsys.readouterr().err


def test_equal_bots_are_listed_with_their_number() -> None:
    assert [bot.name for bot in bots_named("2xbasic,caller")] == ["basic", "basic", "caller"]
    assert [bot.name for bot in bots_named("5")] == [
        "random",
        "caller",
        "folder",
        "basic",
        "random",
    ]


def test_a_users_bot_plays_and_its_faults_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def choose(view):\n    return view.no_such_thing\n")
    assert run("--hands", "4", "--bots", f"caller,{file}") == 0
    said = capsys.readouterr().out
    assert "mine 2: " in said
    assert "no_such_thing" in said
