"""Tests of `masa play`: the command, and the table in plain lines."""

import io
import shlex
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pokermasa import cli
from pokermasa.cli.play.book import Book
from pokermasa.cli.play.plain import offered, read
from pokermasa.cli.play.saying import ending
from pokermasa.cli.play.sizing import SHARES, Sizing
from pokermasa.histories import phh
from pokermasa.histories.history import Acted
from pokermasa.histories.moment import Moment
from pokermasa.histories.replay import result
from pokermasa.rules import AllIn, Betting, Blinds, Dealer, HouseRules, Raise, Situation, View
from tests.cases import each
from tests.histories.playing import play as played
from tests.masa.host import play as checked
from tests.masa.host import seated, stacked


@pytest.fixture
def play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Callable[..., str]:
    """Return a function that types the given lines and returns the output."""
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_, **__: str(tmp_path / "mine"))

    def play(typed: str, *args: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as end:
            cli.main(["play", *args])
        said = capsys.readouterr()
        assert not end.value.code, said.err
        return said.out

    return play


CALLERS = ("--bots", "caller,caller", "--seed", "1")


def saved(path: Path) -> list[Any]:
    with path.open(encoding="utf-8") as stream:
        return list(phh.read_all(stream))


@each(
    ("rules", "mucking"),
    [("tda", [2, 0]), ("masa", [2, 0]), ("classic", []), ("botpoker", [])],
)
def test_losing_hands_are_mucked_unless_the_house_shows_all(rules: str, mucking: list[int]) -> None:
    """Nobody bets on the river. Side 1, left of the button, shows first and wins with aces."""
    masa = seated({0: 100, 1: 100, 2: 100}, rules=rules, blinds=2)
    dealt = masa.deal(stacked("7c 2d", "As Ah", "8c 3d", board="Ks Qd Jh 9c 4h")).masa
    ended = checked(dealt, "0 CA", "1 CA", "2 CH", *["1 CH", "2 CH", "0 CH"] * 3).masa
    said = [one.plain for one in ending(ended.last_game, "Side {}".format, lying=5)]
    assert [line for line in said if "mucks" in line] == [f"Side {side} mucks." for side in mucking]
    assert [line[:12] for line in said if "shows" in line] == [
        f"Side {side} shows" for side in (1, 2, 0) if side not in mucking
    ]


def test_piped_input_plays_in_plain_lines_and_its_end_quits(
    play: Callable[..., str],
) -> None:
    said = play("call\ncheck\nhalf\n", *CALLERS)
    assert "You are dealt " in said
    assert "Your turn." in said
    assert "You call 2." in said
    assert "\033" not in said
    assert "\nThe hand you left does not count: everybody has their chips back.\n" in said


def test_quitting_prints_the_result_and_the_file_of_the_hands(
    play: Callable[..., str], tmp_path: Path
) -> None:
    file = tmp_path / "evening.phhs"
    said = play("fold\n" * 4 + "quit\n", *CALLERS, "--save", str(file))
    assert "in 3 hands.\n" in said
    assert f"3 hands saved as PHH in {file}\n" in said
    assert f"masa replay {shlex.quote(str(file))}" in said
    hands = saved(file)
    assert len(hands) == 3
    assert all("You" in hand.history.names for hand in hands)
    for hand in hands:
        assert hand.error is None
        assert list(result(hand.history).stacks) == list(hand.history.fields["finishing_stacks"])
    ends = [result(hand.history).net[hand.history.names.index("You")] for hand in hands]
    assert f"You lost {-sum(ends)} chips" in said


def test_without_a_file_hands_are_saved_in_the_users_data_folder(
    play: Callable[..., str], tmp_path: Path
) -> None:
    said = play("fold\n", *CALLERS)
    (file,) = (tmp_path / "mine" / "hands").iterdir()
    assert str(file) in said
    assert len(saved(file)) == 1


def test_an_existing_file_is_not_overwritten(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "kept.phhs"
    file.write_text("mine")
    with pytest.raises(SystemExit) as end:
        cli.main(["play", "--save", str(file)])
    assert end.value.code
    assert "there already" in capsys.readouterr().err
    assert file.read_text() == "mine"


def test_a_folder_that_cannot_be_written_does_not_stop_the_game(
    play: Callable[..., str], tmp_path: Path
) -> None:
    (tmp_path / "mine").write_text("a file where a folder should be")
    said = play("fold\nfold\nfold\n", *CALLERS)
    assert "in 2 hands.\n" in said
    assert "Hands could not be saved: " in said


def test_a_wrong_input_is_answered_with_the_valid_ones(play: Callable[..., str]) -> None:
    said = play("dance\nraise 3\ncheck\nraise 1000\nodds\nhelp\ntable\nwhy\n", *CALLERS)
    allowed = "You may fold, call 2, raise to 4 up to 199, or go all in for 200."
    assert f"'dance' is no act. {allowed}" in said
    assert f"Raise to 3 is too small: least 4, most 199. {allowed}" in said
    assert f"There is a wager to call: 2 to call. {allowed}" in said
    assert f"least 4, most 199. {allowed}" in said
    assert "Your odds: " in said
    assert " against 2 random hands" in said
    assert "Type what you do: " in said
    assert "Caller 1: 199 behind, 1 in front." in said
    assert "Nobody has given a reason yet" in said


def test_a_seed_repeats_the_same_hands(play: Callable[..., str]) -> None:
    typed = "call\ncheck\nfold\nraise 12\nhalf\n" * 6
    first = play(typed, "--bots", "house:shark,random,basic", "--seed", "9")
    again = play(typed, "--bots", "house:shark,random,basic", "--seed", "9")
    assert first.partition("saved as PHH")[0] == again.partition("saved as PHH")[0]


def test_a_sit_and_go_goes_on_until_you_are_out_or_have_won(play: Callable[..., str]) -> None:
    said = play("all in\n" * 200, "--sit-and-go", "--bots", "3xcaller", "--seed", "4")
    assert "sit-and-go · level 1 · blinds 10-20 · 4 left" in said
    last = said.splitlines()[-3]
    assert last.startswith(("You finished ", "You won the sit-and-go of 4"))


def test_the_blinds_of_a_sit_and_go_rise_from_those_asked_for(play: Callable[..., str]) -> None:
    said = play("fold\n" * 60, "--sit-and-go", "--blinds", "10-20-2", "--level", "2", *CALLERS)
    assert "level 1 · blinds 10-20, ante 2" in said
    assert "Level 2: blinds 15-30, ante 3." in said


def test_players_without_chips_buy_in_again_in_a_cash_game(play: Callable[..., str]) -> None:
    said = play("all in\n" * 40, "--bots", "caller", "--seed", "3", "--hands", "12")
    assert "buys in again for 200." in said or "You buy in again for 200." in said
    assert "in 12 hands." in said


@pytest.mark.parametrize(
    ("flag", "words"),
    [("--limit", "fixed limit"), ("--pot-limit", "pot limit"), (None, "no limit")],
)
@pytest.mark.parametrize("rules", ["masa", "classic", "botpoker", "tda"])
def test_every_betting_structure_under_every_house_rule(
    play: Callable[..., str], flag: str | None, words: str, rules: str
) -> None:
    args = [flag] if flag else []
    said = play("pot\ncall\n" * 30, *args, "--rules", rules, "--bots", "2xbasic:0.1", "--seed", "2")
    assert f"Hold'em, {words} cash · blinds 1-2." in said
    assert " saved as PHH in " in said


@pytest.mark.parametrize(
    ("args", "about"),
    [
        (["--bots", "nobody"], "--bots"),
        (["--bots", "10xcaller"], "--bots"),
        (["--blinds", "2-1"], "--blinds"),
        (["--blinds", "two"], "--blinds"),
        (["--rules", "chess"], "--rules"),
        (["--limit", "--pot-limit"], "--limit"),
        (["--stack", "0"], "--stack"),
    ],
)
def test_an_impossible_game_is_refused_with_an_explanation(
    args: list[str], about: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["play", *args])
    assert end.value.code
    assert about in capsys.readouterr().err


def test_a_bot_that_fails_checks_or_folds_and_its_fault_is_reported_at_the_end(
    play: Callable[..., str], tmp_path: Path
) -> None:
    bot = tmp_path / "broken.py"
    bot.write_text("class Bot:\n    def choose(self, view):\n        raise KeyError('aces')\n")
    said = play("call\ncheck\nwhy\n", "--bots", str(bot), "--seed", "1")
    assert "Broken folds." in said or "Broken checks." in said
    assert "its answer was not taken" in said


# Input


@pytest.fixture
def facing_a_bet() -> View:
    """The view of a player with 50 in the pot, 20 to call and 200 behind."""
    dealer = Dealer.start([200, 200], 0, Blinds(5, 10), HouseRules.named("tda"))
    situation = Situation(dealer)
    for act in (Raise(20),):
        situation = situation.move(act).situation_after
    return View.from_situation(situation, 1)


@pytest.mark.parametrize(
    ("words", "act"),
    [
        ("raise 60", Raise(60)),
        ("raise to 60", Raise(60)),
        ("r60", Raise(60)),
        ("bet 60", Raise(60)),
        ("60", Raise(60)),
        ("1,000", Raise(1000)),
        ("rr60", Raise(60)),
        ("third pot", Raise(33)),
        ("half", Raise(40)),
        ("3/4", Raise(50)),
        ("pot", Raise(60)),
        ("all-in", AllIn()),
        ("200", AllIn()),
    ],
)
def test_an_act_may_be_typed_in_several_ways(
    facing_a_bet: View, words: str, act: Raise | AllIn
) -> None:
    assert read(words, facing_a_bet) == act


def test_sizes_by_the_pot_are_those_of_the_rules(facing_a_bet: View) -> None:
    """`TR HR PR` of the rules and the keys of the table give the same chips."""
    sizing = Sizing.from_view(facing_a_bet)
    by_code = {act.code: act.to for act in facing_a_bet.acts if act.code in ("TR", "HR", "PR")}
    by_name = {share.name: sizing.share(share.part) for share in SHARES}
    assert by_code == {"TR": by_name["⅓"], "HR": by_name["½"], "PR": by_name["pot"]}
    assert by_name["¾"] == 50


def test_pot_limit_has_no_all_in_above_the_pot() -> None:
    rules = HouseRules.named("tda").replace(betting=Betting.POT_LIMIT)
    view = View.from_situation(Situation(Dealer.start([200, 200], 0, Blinds(1, 2), rules)), 0)
    assert offered(view) == "fold, call 1, or raise to 4 up to 6"
    assert Sizing.from_view(view).most == 6


def test_hands_have_a_date_and_a_number_that_no_other_hand_has(
    play: Callable[..., str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Trackers drop a hand whose number they know. A seed repeats the cards, but not the
    numbers.
    """
    found = []
    for name in ("one.phhs", "two.phhs"):
        play("fold\n" * 4, *CALLERS, "--save", str(tmp_path / name))
        found += saved(tmp_path / name)
    numbers = [hand.history.fields["hand"] for hand in found]
    assert numbers == list(dict.fromkeys(numbers))
    assert all(number < 2**63 for number in numbers)
    today = datetime.now(UTC)
    for hand in found:
        moment = Moment.from_fields(hand.history.fields)
        at = datetime.strptime(str(moment), "%Y/%m/%d %H:%M:%S UTC").replace(tzinfo=UTC)
        assert abs(today - at) < timedelta(days=1)
    assert [hand.key for hand in found[:3]] == ["1", "2", "3"]
    for kind in ("txt", "ohh"):
        out = tmp_path / f"out.{kind}"
        with pytest.raises(SystemExit) as end:
            cli.main(["convert", str(tmp_path / "one.phhs"), str(out), "--hero", "You"])
        assert not end.value.code, capsys.readouterr().err
        text = out.read_text(encoding="utf-8")
        assert all(str(number) in text for number in numbers[:3])
        assert f"{today:%Y}" in text


def test_a_clock_turned_back_gives_no_number_twice(tmp_path: Path) -> None:
    times = iter([1000.0, 1000.0, 900.0, 1000.0])
    book = Book(tmp_path / "x.phhs", clock=lambda: next(times))
    for seed in range(3):
        book.begin()
        book.write(played(seed, "tda").history)
    hands = phh.read_all(io.StringIO((tmp_path / "x.phhs").read_text("utf-8")))
    assert len({hand.history.fields["hand"] for hand in hands}) == 3


def test_folding_instead_of_checking_needs_a_confirmation(
    play: Callable[..., str], tmp_path: Path
) -> None:
    said = play("call\nfold\ncheck\n", *CALLERS)
    assert said.count("You may check for free. Type check, or fold again to fold.") == 1
    assert "You fold." not in said
    assert "You check." in said
    assert "You fold." in play("call\nfold\nodds\nfold\n", *CALLERS)
    facing_a_bet = play("fold\n", *CALLERS)
    assert "for free" not in facing_a_bet
    assert "You fold." in facing_a_bet


def test_a_saved_hand_says_you_fold_when_it_is_replayed(
    play: Callable[..., str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.phhs"
    play("call\ncheck\nfold\nfold\n", *CALLERS, "--save", str(file))
    with pytest.raises(SystemExit):
        cli.main(["replay", str(file)])
    output = capsys.readouterr().out
    for text in ("You call 2", "You check", "You fold"):
        assert f"  {text}\n" in output
    assert "You folds" not in output


def test_a_bots_reasons_are_beside_its_acts_in_the_saved_hands(
    play: Callable[..., str], tmp_path: Path
) -> None:
    mine, file = tmp_path / "mine.py", tmp_path / "mine.phhs"
    mine.write_text(
        "from pokermasa.bots import MixedAct\n"
        "def choose(view): return MixedAct.single(view.acts[1], f'after {len(view.past)} acts')\n"
    )
    play("call\n" * 9, "--bots", str(mine), "--hands", "1", "--seed", "1", "--save", str(file))
    (hand,) = saved(file)
    acts = [step for step in hand.history.story if isinstance(step, Acted)]
    for number, act in enumerate(acts):
        is_you = hand.history.names[act.stack] == "You"
        assert act.remark == ("" if is_you else f"after {number} acts")
    assert any(act.remark for act in acts)
