"""Tests of subgames: their arguments, and refusals of invalid ones before memory is allocated."""

from typing import Any

import pytest

from pokermasa.cards import Card
from pokermasa.rules import Betting, Blinds, Call, Check, Dealer, Fold, HandDealer, Raise, Situation
from pokermasa.solve import SolveError, SolveRefusal, Subgame, memory_limit, solve
from pokermasa.solve.node import Node
from pokermasa.solve.size import Sizes
from pokermasa.strength.range import Range
from tests.cases import each

RIVER = "2c 7d 9h Js Qs"
GOOD: dict[str, Any] = {"board": RIVER, "pot": 100, "stack": 100, "oop": "AA", "ip": "KK"}


def acts(node: Node) -> list[Any]:
    from pokermasa.notation import uci

    return [uci.write(act) for act in node.acts]


def test_bet_sizes_become_legal_acts() -> None:
    subgame = Subgame.from_board(
        RIVER, 100, 300, "AA", "KK", bets="1%, 50%, 100%, 500%", big_blind=10
    )
    tree = subgame.tree()
    assert acts(tree) == ["CH", "RR10", "RR50", "RR100", "AA"]
    after_bet = tree.children[2]  # 50: the least raise is by as much again
    assert acts(after_bet) == ["FO", "CA", "RR100", "RR150", "RR250", "AA"]


def test_sizes_can_be_multiples_chips_and_geometric() -> None:
    subgame = Subgame.from_board(RIVER, 100, 400, "AA", "KK", bets="40c", raises="3x")
    assert acts(subgame.tree()) == ["CH", "RR40"]
    assert acts(subgame.tree().children[1]) == ["FO", "CA", "RR120"]
    turn = Subgame.from_board("2c 7d 9h Js", 100, 400, "AA", "KK", bets="geometric")
    assert acts(turn.tree()) == ["CH", "RR100"]  # 100 into 100, then 300 into 300


def test_bets_within_two_per_cent_of_each_other_are_one() -> None:
    subgame = Subgame.from_board(RIVER, 200, 500, "AA", "KK", bets="49.5%, 50%, 75%, 247%, all-in")
    assert acts(subgame.tree()) == ["CH", "RR100", "RR150", "AA"]
    subgame = Subgame.from_board(RIVER, 200, 500, "AA", "KK", bets="48.5%, 50%, 242%, all-in")
    assert acts(subgame.tree()) == ["CH", "RR97", "RR100", "RR484", "AA"]


def test_a_bet_above_the_threshold_becomes_an_all_in() -> None:
    subgame = Subgame.from_board(RIVER, 100, 150, "AA", "KK", bets="50%, 100%", all_in_from=0.67)
    assert acts(subgame.tree()) == ["CH", "RR50", "RR100"] or acts(subgame.tree())[-1] == "AA"
    subgame = Subgame.from_board(RIVER, 100, 149, "AA", "KK", bets="50%, 100%", all_in_from=0.67)
    assert acts(subgame.tree()) == ["CH", "RR50", "AA"]


def test_bets_are_limited_to_the_smaller_stack() -> None:
    subgame = Subgame.from_board(RIVER, 100, (500, 80), "AA", "KK", bets="all-in")
    assert acts(subgame.tree()) == ["CH", "RR80"]
    called = subgame.tree().children[1].children[1]
    assert called.won == (180, 180)
    assert called.lost == (-80, -80)


def test_pot_limit_fixed_limit_and_raise_caps_limit_the_tree() -> None:
    pot_limit = Subgame.from_board(
        RIVER, 100, 900, "AA", "KK", bets="300%", betting=Betting.POT_LIMIT
    )
    assert acts(pot_limit.tree()) == ["CH", "RR100"]
    fixed = Subgame.from_board(RIVER, 100, 900, "AA", "KK", betting="fixed limit", limits=(10, 20))
    node, raises = fixed.tree(), []
    while any(act.startswith("RR") for act in acts(node)):
        raises.append(acts(node)[-1])
        node = node.children[-1]
    assert raises == ["RR20", "RR40", "RR60", "RR80"]
    capped = Subgame.from_board(RIVER, 100, 900, "AA", "KK", bets="50%", raise_cap=0)
    assert acts(capped.tree().children[1]) == ["FO", "CA"]


def test_donk_bets_can_be_excluded() -> None:
    """A player who called a bet on the turn does not bet first on the river; after a check, this is
    allowed."""
    options: dict[str, Any] = {"bets": "50%", "raise_cap": 0}
    for donks, first in ((True, ["CH", "RR100"]), (False, ["CH"])):
        subgame = Subgame.from_board("2c 7d 9h Js", 100, 900, "AA", "KK", donks=donks, **options)
        called = subgame.tree().children[0].children[1].children[1]  # check, bet, call
        assert acts(called.children[0]) == first
        checked = subgame.tree().children[0].children[0].children[0]
        assert acts(checked) == ["CH", "RR50"]


def test_a_subgame_can_start_at_a_decision_with_folded_players_and_wagers() -> None:
    cards = HandDealer([None] * 3, "2c 7d 9h Js Qs")
    situation = Situation(Dealer.start([200] * 3, 0, Blinds(1, 2), "tda"), cards)
    for act in (Raise(6), Fold(), Call(), Check(), Check(), Check(), Check(), Check()):
        situation = situation.move(act).situation_after
    situation = situation.move(Raise(10)).situation_after
    subgame = Subgame.at(situation, {0: "JJ", 2: "AA, TT, 99"}, bets="all-in")
    assert subgame.players == (2, 0)  # the big blind is out of position
    assert [str(card) for card in subgame.board] == ["2c", "7d", "9h", "Js", "Qs"]
    assert (subgame.pot, acts(subgame.tree())) == (23, ["FO", "CA", "AA"])
    solution = solve(subgame, target=0.05)
    assert sum(solution.value) == pytest.approx(23, abs=1e-3)
    nines = solution.root.hand("9s9c")  # nothing to win: all opposing hands are stronger
    assert nines["strategy"]["FO"] > 0.99
    assert nines["act_ev"]["FO"] == pytest.approx(0, abs=1e-4)


@each(
    ("change", "code"),
    [
        ({"board": "2c 7d"}, SolveRefusal.CARDS),
        ({"board": "2c 7d 7d"}, SolveRefusal.CARDS),
        ({"board": "2c 7d 9x"}, SolveRefusal.CARDS),
        ({"pot": 0}, SolveRefusal.CHIPS),
        ({"pot": -5}, SolveRefusal.CHIPS),
        ({"pot": 1.5}, SolveRefusal.CHIPS),
        ({"stack": 0}, SolveRefusal.CHIPS),
        ({"stack": (100, 0)}, SolveRefusal.CHIPS),
        ({"stack": True}, SolveRefusal.CHIPS),
        ({"oop": ""}, SolveRefusal.RANGE),
        ({"oop": "KX9"}, SolveRefusal.RANGE),
        ({"oop": "QsQh"}, SolveRefusal.RANGE),
        ({"oop": "AsKs", "ip": "AsKh"}, SolveRefusal.RANGE),
        ({"bets": ""}, SolveRefusal.SIZE),
        ({"bets": "0%"}, SolveRefusal.SIZE),
        ({"bets": "lots"}, SolveRefusal.SIZE),
        ({"sizes": {"preflop": "50%"}}, SolveRefusal.SIZE),
        ({"rake": 1.0}, SolveRefusal.CHIPS),
        ({"rake": -0.1}, SolveRefusal.CHIPS),
        ({"all_in_from": 0}, SolveRefusal.SIZE),
        ({"all_in_from": float("nan")}, SolveRefusal.SIZE),
        ({"raise_cap": -1}, SolveRefusal.SIZE),
        ({"betting": "no idea"}, SolveRefusal.CHIPS),
        ({"board": None}, SolveRefusal.CARDS),
        ({"board": 7}, SolveRefusal.CARDS),
        ({"board": "2c 7d 9h Js Qs Qh"}, SolveRefusal.CARDS),
        ({"pot": "100"}, SolveRefusal.CHIPS),
        ({"pot": 10**30}, SolveRefusal.CHIPS),
        ({"pot": float("nan")}, SolveRefusal.CHIPS),
        ({"stack": (100, 100, 100)}, SolveRefusal.CHIPS),
        ({"stack": ()}, SolveRefusal.CHIPS),
        ({"stack": None}, SolveRefusal.CHIPS),
        ({"big_blind": 0}, SolveRefusal.CHIPS),
        ({"oop": 5}, SolveRefusal.RANGE),
        ({"ip": None}, SolveRefusal.RANGE),
        ({"ip": {"AA": 1.0}}, SolveRefusal.RANGE),
        ({"oop": "AA:nan"}, SolveRefusal.RANGE),
        ({"oop": "AA:200"}, SolveRefusal.RANGE),
        ({"oop": "AA:0"}, SolveRefusal.RANGE),
        ({"oop": "QsJs, 9h9h"}, SolveRefusal.RANGE),
        ({"bets": 50}, SolveRefusal.SIZE),
        ({"bets": None}, SolveRefusal.SIZE),
        ({"bets": "nan%"}, SolveRefusal.SIZE),
        ({"bets": "-50%"}, SolveRefusal.SIZE),
        ({"bets": "1x"}, SolveRefusal.SIZE),
        ({"bets": "0e"}, SolveRefusal.SIZE),
        ({"raises": 7}, SolveRefusal.SIZE),
        ({"sizes": "river: 50%"}, SolveRefusal.SIZE),
        ({"sizes": {5: "50%"}}, SolveRefusal.SIZE),
        ({"sizes": {"river": 50}}, SolveRefusal.SIZE),
        ({"sizes": {"": "50%"}}, SolveRefusal.SIZE),
        ({"rake": "5%"}, SolveRefusal.CHIPS),
        ({"rake": True}, SolveRefusal.CHIPS),
        ({"rake": float("nan")}, SolveRefusal.CHIPS),
        ({"rake": 0.05, "rake_cap": "much"}, SolveRefusal.CHIPS),
        ({"rake": 0.05, "rake_cap": float("nan")}, SolveRefusal.CHIPS),
        ({"rake": 0.05, "rake_cap": -1}, SolveRefusal.CHIPS),
        ({"all_in_from": "half"}, SolveRefusal.SIZE),
        ({"all_in_from": 1.5}, SolveRefusal.SIZE),
        ({"donks": "no"}, SolveRefusal.SIZE),
        ({"raise_cap": 1.5}, SolveRefusal.SIZE),
        ({"raise_cap": True}, SolveRefusal.SIZE),
        ({"betting": None}, SolveRefusal.CHIPS),
        ({"betting": "fixed limit", "limits": 10.5}, SolveRefusal.CHIPS),
        ({"betting": "fixed limit", "limits": (10, 0)}, SolveRefusal.CHIPS),
        ({"betting": "fixed limit", "limits": (10, 20, 30)}, SolveRefusal.CHIPS),
        ({"betting": "fixed limit"}, SolveRefusal.CHIPS),
    ],
)
def test_invalid_subgames_are_refused_with_a_code(
    change: dict[str, Any], code: SolveRefusal
) -> None:
    with pytest.raises(SolveError) as refused:
        Subgame.from_board(**{**GOOD, **change})
    assert refused.value.code is code
    assert len(str(refused.value)) > 20


def test_a_range_refuses_invalid_weights_and_hands() -> None:
    """Weights that are not numbers or above 1, and hands with the same card twice, are refused by
    `Range` itself."""
    hand = (Card.read("As"), Card.read("Ah"))
    for weights in ({hand: float("nan")}, {hand: 2.0}, {hand: -1.0}, {(hand[0], hand[0]): 1.0}):
        with pytest.raises(ValueError, match=r"has weight|two different cards"):
            Range(weights)


def test_a_tree_too_large_for_the_memory_is_refused_before_allocation() -> None:
    subgame = Subgame.from_board("2c 7d 9h", 100, 1000, "random", "random", bets="33%, 75%, 150%")
    with pytest.raises(SolveError, match=r"needs .*GB of memory, and 1\.0 GB are") as refused:
        subgame.game(memory=10**9)
    assert refused.value.code is SolveRefusal.TOO_LARGE
    small = Subgame.from_board(**GOOD)
    with pytest.raises(SolveError, match="16-bit"):
        small.game(memory=1000)


@pytest.mark.rotated
def test_an_endless_betting_tree_is_refused_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_limit, "_MOST_DECISIONS", 2_000)
    subgame = Subgame.from_board(RIVER, 1, 10**9, "AA", "KK", bets="1%, 2%, 3%, 4%, 5%")
    with pytest.raises(SolveError, match="raises") as refused:
        subgame.game(memory=10**15)
    assert refused.value.code is SolveRefusal.TOO_LARGE


@pytest.mark.parametrize("acts_before", [[], [Fold()]])
def test_a_subgame_needs_two_players_after_the_flop(acts_before: list[Fold]) -> None:
    situation = Situation(Dealer.start([200] * 3, 0, Blinds(1, 2), "tda"))
    for act in acts_before:
        situation = situation.move(act).situation_after
    with pytest.raises(SolveError) as refused:
        Subgame.at(situation, {0: "AA", 1: "KK", 2: "QQ"})
    assert refused.value.code is SolveRefusal.NOT_HEADS_UP


def test_a_subgame_is_equal_after_saving_and_loading() -> None:
    subgame = Subgame.from_board(
        "2c 7d 9h Js",
        *(101, (300, 250), "AA, KQs:0.5", "KK, A5s-A2s"),
        bets="33%, all-in",
        sizes={"river oop bet": "150%"},
        rake=0.05,
        rake_cap=3,
        all_in_from=0.8,
        donks=False,
        raise_cap=2,
    )
    again = Subgame.from_data(subgame.to_data())
    assert again.to_data() == subgame.to_data()
    assert [acts(node) for node in again.tree().nodes()] == [
        acts(node) for node in subgame.tree().nodes()
    ]


def test_sizes_are_equal_after_writing_and_reading() -> None:
    sizes = Sizes.read("33%, 2.5x, 40c, 2e, min, all-in", {"ip turn raise": "3x"}, "100%")
    data = sizes.to_data()
    assert Sizes.read(data["bets"], data["own"], data["raises"]) == sizes  # type: ignore[arg-type]  # wrong on purpose
