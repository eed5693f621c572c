"""`masa stats`, as a table and for programs. What the figures mean is in tests/notation."""

import json

import pytest

from pokermasa import cli
from tests.hands.make import FOLDER
from tests.histories.test_phh import KNOWN, text

PLAYED = FOLDER / "played.phhs"


def run(*args: object) -> int:
    with pytest.raises(SystemExit) as end:
        cli.main(["stats", *map(str, args)])
    return end.value.code or 0


def test_the_table(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert run(PLAYED) == 0
    said = capsys.readouterr().out
    assert "40 hands, 10 players" in said
    for heading in ("player", "hands", "VPIP", "PFR", "3-bet", "aggr.", "WTSD", "W$SD", "bb/100"):
        assert heading in said
    assert "Player1 " in said
    assert "±" in said


def test_for_programs(capsys):
    assert run(PLAYED, "--json") == 0
    players = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert players[0]["hands"] == 40
    assert 0 <= players[0]["vpip"] <= 1
    assert sum(player["hands"] * player["bb_100"] for player in players) == pytest.approx(
        0, abs=1e-6
    )


def test_a_log_of_the_acpc_dealer_is_counted_by_name(capsys):
    """Places rotate, names stay; the log's own score is what the two won in all."""
    assert run(FOLDER / "match.log", "--json") == 0
    players = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    won = {player["player"]: player["bb_100"] * 30 / 100 * 100 for player in players}
    assert won == pytest.approx({"Ann": -57524, "Bo": 57524})


def test_only_some_players(capsys):
    assert run(PLAYED, "--json", "--top", "2") == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert run(PLAYED, "--json", "--least", "40") == 0
    assert {json.loads(line)["hands"] for line in capsys.readouterr().out.splitlines()} == {40}


def test_several_files_are_added_up_and_no_hand_is_counted_twice(capsys):
    assert run(PLAYED, FOLDER / "match.log", PLAYED, "--json", "--top", "1") == 0
    out, told = capsys.readouterr()
    assert json.loads(out)["hands"] == 40
    assert f"40 hands came twice and were counted once, the first: {PLAYED}: hand" in told


def test_bad_hands_and_files_are_told_and_not_counted(capsys, tmp_path):
    bad = tmp_path / "bad.phhs"
    bad.write_text(f"[1]\n{text(KNOWN, 'p1 f')}\n[2]\n{text(KNOWN, 'p2 f')}")
    assert run(bad, tmp_path / "no.phh", tmp_path, "--json") == 1
    out, told = capsys.readouterr()
    assert json.loads(out.splitlines()[0])["hands"] == 1
    assert "hand 1, action 3" in told
    assert "no.phh: no such file" in told
    assert "is a directory" in told
    assert "1 hand could not be counted" in told


def test_a_file_that_is_not_there_is_no_hand(capsys):
    assert run("no-such.phh") == 1
    assert capsys.readouterr() == ("", "masa stats: no-such.phh: no such file or directory\n")
