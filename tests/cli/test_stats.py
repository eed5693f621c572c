"""Tests of `masa stats` as a table and as JSON. The statistics themselves are tested in
tests/histories.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from pokermasa import cli
from tests.hands.make import FOLDER
from tests.histories.test_phh import KNOWN, text

PLAYED = FOLDER / "played.phhs"


def run(*args: object) -> Any:
    with pytest.raises(SystemExit) as end:
        cli.main(["stats", *map(str, args)])
    return end.value.code or 0


def test_the_statistics_are_printed_as_a_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run(PLAYED) == 0
    said = capsys.readouterr().out
    assert "40 hands, 10 players" in said
    for heading in ("player", "hands", "VPIP", "PFR", "3-bet", "aggr.", "WTSD", "W$SD", "bb/100"):
        assert heading in said
    assert "Player1 " in said
    assert "±" in said


def test_the_statistics_are_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(PLAYED, "--json") == 0
    players = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert players[0]["hands"] == 40
    assert 0 <= players[0]["vpip"] <= 1
    assert sum(player["hands"] * player["bb_100"] for player in players) == pytest.approx(
        0, abs=1e-6
    )


def test_a_log_of_the_acpc_dealer_is_counted_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    """Positions rotate and names stay. The score in the log is the total of both players."""
    assert run(FOLDER / "match.log", "--json") == 0
    players = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    won = {player["player"]: player["bb_100"] * 30 / 100 * 100 for player in players}
    assert won == pytest.approx({"Ann": -57524, "Bo": 57524})


def test_the_players_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(PLAYED, "--json", "--top", "2") == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert run(PLAYED, "--json", "--min-hands", "40") == 0
    assert {json.loads(line)["hands"] for line in capsys.readouterr().out.splitlines()} == {40}


def test_several_files_are_added_up_and_no_hand_is_counted_twice(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(PLAYED, FOLDER / "match.log", PLAYED, "--json", "--top", "1") == 0
    out, errors = capsys.readouterr()
    assert json.loads(out)["hands"] == 40
    assert f"40 hands came twice and were counted once, the first: {PLAYED}: hand" in errors


def test_invalid_hands_and_files_are_reported_and_not_counted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bad = tmp_path / "bad.phhs"
    bad.write_text(f"[1]\n{text(KNOWN, 'p1 f')}\n[2]\n{text(KNOWN, 'p2 f')}")
    assert run(bad, tmp_path / "no.phh", tmp_path, "--json") == 1
    out, errors = capsys.readouterr()
    assert json.loads(out.splitlines()[0])["hands"] == 1
    assert "hand 1, action 3" in errors
    assert "no.phh: no such file" in errors
    assert "is a directory" in errors
    assert "1 hand could not be counted" in errors


def test_a_missing_file_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("no-such.phh") == 1
    assert capsys.readouterr() == ("", "masa stats: no-such.phh: no such file or directory\n")


WILD = """\
PokerStars Hand #{number}: Hold'em No Limit (${small}/${big} USD) - 2024/05/{day:02} 20:00:00 ET
Table 'T' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Bo ($200 in chips)
Seat 3: Cy ($200 in chips)
Bo: posts small blind ${small}
Cy: posts big blind ${big}
*** HOLE CARDS ***
Ann: folds
Bo: calls ${small}
Cy: checks
*** FLOP *** [2c 3c 4d]
Bo: bets ${big}
Cy: folds
Uncalled bet (${big}) returned to Bo
Bo collected ${won} from pot
*** SUMMARY ***
Total pot ${total} | Rake ${rake}
Board [2c 3c 4d]

"""


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """A file with two hands at 1-2 with a rake of 0.20 each, one hand at 2-4, and a duplicate."""
    low = {"small": 1, "big": 2, "won": "3.80", "total": 4, "rake": "0.20"}
    high = {"small": 2, "big": 4, "won": 8, "total": 8, "rake": 0}
    hands = [
        WILD.format(number=1, day=1, **low),
        WILD.format(number=2, day=2, **low),
        WILD.format(number=3, day=3, **high),
        WILD.format(number=2, day=2, **low),
        WILD.format(number=4, day=4, **low).replace("calls $1", "calls $1.50"),
        WILD.format(number=5, day=4, **low).replace("calls $1", "calls $0.50"),
        WILD.format(number=6, day=4, **low).replace("Hold'em", "Omaha"),
    ]
    path = tmp_path / "session.txt"
    path.write_text("\n".join(hands), "utf-8")
    return path


def players(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[dict[str, Any], str]:
    assert run(*args, "--json") == 1  # three hands are invalid
    out, errors = capsys.readouterr()
    return {(one := json.loads(line))["player"]: one for line in out.splitlines()}, errors


def test_errors_are_grouped_by_reason_with_one_example_each(
    capsys: pytest.CaptureFixture[str], session: Path
) -> None:
    _, errors = players(capsys, session)
    assert "2 hands: somebody puts in …, but by the rules it is …\n" in errors
    assert f"first: {session}: hand 4, line" in errors
    assert "hand 6, line" in errors
    assert "Omaha No Limit is not hold'em" in errors
    assert "3 hands could not be counted" in errors


def test_a_duplicate_hand_is_counted_once_and_reported(
    capsys: pytest.CaptureFixture[str], session: Path
) -> None:
    found, errors = players(capsys, session)
    assert found["Bo"]["hands"] == 3
    assert f"1 hand came twice and was counted once, the first: {session}: hand 2" in errors


def test_rake_is_part_of_the_balance(capsys: pytest.CaptureFixture[str], session: Path) -> None:
    bo = players(capsys, session, "--stakes", "1-2")[0]["Bo"]
    assert bo["bb_100"] == pytest.approx(90)
    assert bo["bb_100_before_rake"] == pytest.approx(100)
    assert bo["rake_bb"] == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("option", "hands"),
    [
        (("--stakes", "2/4"), 1),
        (("--since", "2024-05-02"), 2),
        (("--until", "2024-05-02"), 2),
        (("--site", "stars"), 3),
        (("--size", "3"), 3),
        (("--position", "sb"), 3),
        (("--hero", "Bo"), 3),
        (("--player", "Bo"), 3),
    ],
)
def test_filters_select_hands(
    capsys: pytest.CaptureFixture[str], session: Path, option: tuple[str, str], hands: int
) -> None:
    found, _ = players(capsys, session, *option)
    assert found["Bo"]["hands"] == hands
    if option[0] in ("--hero", "--player", "--position"):
        assert set(found) == {"Bo"}


def test_an_unknown_site_is_refused_with_the_sites_of_the_hands(
    capsys: pytest.CaptureFixture[str], session: Path
) -> None:
    assert run(session, "--site", "Nowhere") == 1
    errors = capsys.readouterr().err
    assert "masa stats: no hand is of a site 'nowhere' (--site); sites are PokerStars" in errors
    assert run(PLAYED, "--site", "stars") == 1
    assert (
        "no hand is of a site 'stars' (--site); no hand names its site" in capsys.readouterr().err
    )


@pytest.mark.parametrize(
    "option",
    [
        ("--stakes", "many"),
        ("--since", "yesterday"),
        ("--until", "2024-02-30"),
        ("--size", "1"),
        ("--size", "6-5"),
        ("--position", "middle"),
        ("--json", "--csv"),
    ],
)
def test_filters_that_make_no_sense_are_refused_by_name(
    capsys: pytest.CaptureFixture[str], option: tuple[str, str]
) -> None:
    assert run(PLAYED, *option) == 2
    assert option[-1 if option[0] == "--json" else 0] in capsys.readouterr().err


def test_the_statistics_are_saved_as_csv(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(PLAYED, "--csv", "--positions", "--top", "1") == 0
    head, first, *places = capsys.readouterr().out.splitlines()
    assert head.startswith("player,position,hands,vpip,pfr,three_bet,")
    assert first.split(",")[:3] == ["Player1", "", "40"]
    assert sum(int(line.split(",")[2]) for line in places) == 40


def test_the_wide_table_has_all_statistics(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run(PLAYED, "--wide") == 0
    said = capsys.readouterr().out
    for heading in ("4-bet", "fold 3-bet", "steal", "fold steal", "c-bet", "before rake"):
        assert heading in said


def test_every_file_that_cannot_be_read_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    files = [tmp_path / f"{name}.txt" for name in "abcdef"]
    for file in files:
        file.write_text("Winamax Poker - CashGame - HandId: #7-1-14 - Holdem no limit\n\n")
    assert run(*files) == 1
    err = capsys.readouterr().err
    assert [err.count(str(file)) for file in files] == [1] * 6
    assert "6 hands: Winamax text is not read; PHH, PokerStars and look-alikes, OHH" in err


def test_an_unknown_player_is_refused_with_the_players_of_the_hands(
    capsys: pytest.CaptureFixture[str], session: Path
) -> None:
    for option in ("--hero", "--player"):
        assert run(session, option, "Nobody") == 1
        errors = capsys.readouterr().err
        assert (
            f"masa stats: no hand has a player 'Nobody' ({option}); players are Ann, Bo, Cy\n"
            in errors
        )
    assert run(session, "--player", "Bo", "--player", "No1", "--player", "No2") == 1
    assert "no hand has a player 'No1' or 'No2' (--player)" in capsys.readouterr().err
    assert run(PLAYED, "--hero", "Nobody") == 1
    assert "Player1" in capsys.readouterr().err
