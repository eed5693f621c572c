"""Our PokerStars text, added up line by line like a tracker, which knows no rules.

A tracker stores for each player what was put in, returned and collected. It drops a hand whose
number it has, and refuses a hand whose pot is not the sum of winnings and rake.
"""

import re
from collections import defaultdict
from decimal import Decimal
from pathlib import Path

import pytest

from pokermasa import cli
from pokermasa.histories import pokerstars
from pokermasa.histories.payments import Payments
from pokermasa.histories.pot_summary import summarize_pots
from pokermasa.histories.replay import result
from tests.histories.playing import play

MONEY = r"\$?(\d+(?:\.\d+)?)"
TOTAL = re.compile(rf"Total pot {MONEY}.* \| Rake {MONEY}")


def booked(text: str) -> tuple[dict[str, Decimal], Decimal, Decimal]:
    """Return the net of every player, the pot and the rake."""
    net: dict[str, Decimal] = defaultdict(Decimal)
    wagers: dict[str, Decimal] = defaultdict(Decimal)
    pot = rake = Decimal(-1)
    for line in text.splitlines():
        if line.startswith("*** SUMMARY"):
            break
        if re.match(r"\*\*\* (FLOP|TURN|RIVER)", line):
            wagers.clear()
        name, _, said = line.partition(": ")
        if found := re.match(rf"posts (?:small|big) blind {MONEY}|posts straddle {MONEY}", said):
            chips = Decimal(found[1] or found[2])
            net[name] -= chips
            wagers[name] += chips
        elif found := re.match(rf"posts (?:the ante|dead blind) {MONEY}", said):
            net[name] -= Decimal(found[1])
        elif found := re.match(rf"(?:calls|bets) {MONEY}", said):
            net[name] -= Decimal(found[1])
            wagers[name] += Decimal(found[1])
        elif found := re.match(rf"raises {MONEY} to {MONEY}", said):
            net[name] -= Decimal(found[2]) - wagers[name]
            wagers[name] = Decimal(found[2])
        elif found := re.fullmatch(rf"Uncalled bet \({MONEY}\) returned to (.+)", line):
            net[found[2]] += Decimal(found[1])
        elif found := re.fullmatch(rf"(.+) collected {MONEY} from .*pot.*", line):
            net[found[1]] += Decimal(found[2])
    summary = TOTAL.search(text)
    assert summary
    pot, rake = Decimal(summary[1]), Decimal(summary[2])
    return net, pot, rake


@pytest.mark.parametrize("house", ["tda", "masa", "classic"])
def test_a_tracker_computes_the_winnings_of_the_rules_after_rake(house: str) -> None:
    for seed in range(60):
        history = play(seed, house).history.replace(scale=100, fields={"currency": "USD"})
        due = summarize_pots(history).payments.collected
        stored = min(max(due), 7)
        winner = due.index(max(due))
        collected = tuple(c - stored if i == winner else c for i, c in enumerate(due))
        raked = history.replace(payments=Payments(collected, rake=stored))
        text = pokerstars.write(raked)
        net, pot, rake = booked(text)
        assert rake == Decimal(stored) / 100
        assert -sum(net.values()) == rake
        for name, chips in zip(raked.names, result(raked).net, strict=True):
            assert net[name] == Decimal(chips) / 100, (seed, name)
        assert pot == Decimal(sum(collected) + stored) / 100
        assert result(pokerstars.read(text)) == result(raked)


def numbers(path: Path) -> list[str]:
    return re.findall(r"^PokerStars Hand #(\d+):", path.read_text("utf-8"), re.M)


def masa(*args: object) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main([*map(str, args)])
    assert not end.value.code


def test_hand_numbers_are_unique_and_a_simulated_run_is_repeatable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[str] = []
    for run, date in enumerate([None, None, "2024-05-01 20:00", "2024-05-01 20:00"]):
        saved = tmp_path / f"{run}.phhs"
        asked = ["--bots", "caller,caller,random", "--hands", "20", "--save", saved]
        masa("table", *asked, *(["--date", date] if date else []))
        out = tmp_path / f"{run}.txt"
        masa("convert", saved, out)
        seen += numbers(out)
        again = tmp_path / f"{run}-again.txt"
        masa("convert", saved, again)
        assert again.read_bytes() == out.read_bytes()
    assert len(seen) == 80
    assert len(set(seen)) == 60  # the third run, and the same run again
    assert (tmp_path / "2.txt").read_bytes() == (tmp_path / "3.txt").read_bytes()
    assert (
        " - 2024/05/01 20:00:01 UTC [2024/05/01 16:00:01 ET]\n" in (tmp_path / "2.txt").read_text()
    )
    assert all(0 < int(number) < 1 << 60 for number in seen)


@pytest.mark.parametrize(
    "asked",
    [
        ["match", "caller", "raiser", "--hands", "8", "--workers", "1"],
        ["arena", "caller", "raiser", "folder", "--paired", "--hands", "8", "--workers", "1"],
        ["arena", "caller", "raiser", "--game", "003", "--games", "2", "--workers", "1"],
        ["tournament", "--bots", "9xraiser", "--structure", "sitandgo"],
    ],
)
def test_every_command_saves_hands_with_number_and_date(
    asked: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever was played before, each hand has a number of its own."""
    seen = []
    for run in ("one", "two", "two again"):
        out = tmp_path / f"{run}.txt"
        dated = ["--date", "2024-05-01"] if run.startswith("two") else []
        masa(*asked, *dated, "--save", tmp_path / f"{run}.phhs")
        masa("convert", tmp_path / f"{run}.phhs", out)
        seen.append(numbers(out))
        if dated:
            times = re.findall(r" - (2024/05/0[1-9] \S+) UTC ", out.read_text("utf-8"))
            assert len(times) == len(seen[-1]) > 0
    assert len({*seen[0], *seen[1]}) == 2 * len(seen[0])
    assert (tmp_path / "two.txt").read_bytes() == (tmp_path / "two again.txt").read_bytes()


def test_tournament_hands_are_written_with_tournament_data(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved, out = tmp_path / "t.phhs", tmp_path / "t.txt"
    masa("tournament", "--bots", "6xcaller", "--save", saved, "--date", "2024-05-01")
    masa("convert", saved, out)
    text = out.read_text("utf-8")
    hands = len(numbers(out))
    assert text.count(": Tournament #") == hands > 1
    event = re.search(r"Tournament #(\d+), (\S+) Hold'em No Limit - Level I \(", text)
    assert event
    assert f"Table '{event[1]} 1' " in text
    out_in = re.findall(r"^(.+) finished the tournament in (\d+)", text, re.M)
    assert sorted(int(place) for _, place in out_in) == [2, 3, 4, 5, 6]
    assert (
        len(
            re.findall(
                r" wins the tournament(?: and receives \d+)? - congratulations!$", text, re.M
            )
        )
        == 1
    )


def test_in_hand_for_hand_play_every_player_finishes_exactly_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved, out = tmp_path / "t.phhs", tmp_path / "t.txt"
    structure = tmp_path / "bubble.toml"
    structure.write_text(BUBBLE, "utf-8")
    masa("tournament", "--bots", "6xraiser", "--structure", structure, "--seed", 3, "--save", saved)
    masa("convert", saved, out)
    text = out.read_text("utf-8")
    ended = re.findall(r"^(.+) (?:finished|wins) the tournament", text, re.M)
    assert sorted(ended) == [f"raiser {number}" for number in range(1, 7)]
    assert text.count(" wins the tournament and receives 25 - congratulations!") == 1


BUBBLE = """
name = "bubble"
seats = 2
stack = 100
entrants = [6, 6]
buy_in = 10
hand_for_hand = true
[levels]
rises = "hands"
every = 1
beyond = "double"
scale = [[10, 20], [25, 50]]
[payouts]
tables = [[9, [40, 25, 15, 12, 8]]]
"""
