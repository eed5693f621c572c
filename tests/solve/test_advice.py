"""`advise`: the value of a decision of a real hand, within limits of time and memory."""

import json
import pickle
from typing import Any

import pytest

from pokermasa.notation import uci
from pokermasa.rules import AllIn, Blinds, Dealer, Fold, HandDealer, Raise, Situation
from pokermasa.solve import SolveError, SolveRefusal, advise
from tests.cases import each

BOARD = "2c 7d 9h Js Qs"


def after(acts: str, stacks: tuple[int, int] = (200, 200), board: str = BOARD) -> Situation:
    situation = Situation(
        Dealer.start(list(stacks), 0, Blinds(1, 2), "tda"), HandDealer(["9s9c", "AhKh"], board)
    )
    for word in acts.split():
        situation = situation.move(uci.read(word)).situation_after
    return situation


RIVER = "RR6 CA CH CH CH CH"


def test_the_loss_facing_the_last_bet_is_the_difference_between_call_and_fold() -> None:
    advice = advise(after(f"{RIVER} AA"), {0: "KK", 1: "AA, 88:0.5"}, Fold(), "KsKd")
    assert (advice.player, advice.act, set(advice.acts)) == ("ip", "FO", {"FO", "AA"})
    assert advice.act_ev["FO"] == pytest.approx(0, abs=1e-3)
    assert advice.loss == pytest.approx(max(advice.act_ev.values()), abs=1e-6)
    # A call of 194 wins 206, and one hand in three is a bluff.
    assert advice.act_ev["AA"] == pytest.approx((206 - 2 * 194) / 3, abs=0.1)
    assert advice.percent <= 0.5
    assert json.loads(json.dumps(advice.to_data()))["hand"] == "KsKd"


def test_the_tree_includes_the_act_that_was_played() -> None:
    advice = advise(after(RIVER), {1: "AA, 88", 0: "KK"}, Raise(7), "8s8h")
    assert "RR7" in advice.acts
    assert advice.act == "RR7"
    assert advice.loss >= 0


def test_an_all_in_is_limited_to_the_opponents_stack() -> None:
    advice = advise(after(RIVER, (40, 200)), {1: "AA, 88", 0: "KK"}, AllIn(), "AsAd")
    assert advice.act == "RR34"
    assert advice.loss == pytest.approx(0, abs=0.5)


def test_folding_where_a_check_is_free_loses_the_value_of_the_check() -> None:
    advice = advise(after(RIVER), {1: "AA, 88", 0: "KK"}, Fold(), "AsAd")
    assert advice.act == "FO"
    assert advice.loss == pytest.approx(max(advice.act_ev.values()))


def test_a_smaller_tree_is_chosen_if_memory_is_short() -> None:
    turn = after("RR6 CA CH CH", board="2c 7d 9h Js")
    ranges = {0: "QQ+, AKs, 99", 1: "QQ+, AKs, 99"}
    options: dict[str, Any] = {"target": 0.0, "seconds": 0.001}
    rich, poor = (advise(turn, ranges, memory=each, **options) for each in (10**7, 10**6))
    assert len(poor.acts) < len(rich.acts)
    assert (poor.iterations, poor.hand, poor.loss) == (1, None, None)
    with pytest.raises(SolveError) as refused:
        advise(turn, ranges, memory=10**5)
    assert refused.value.code is SolveRefusal.TOO_LARGE


def test_advice_works_across_processes() -> None:
    question = (after(RIVER), {1: "AA, 88", 0: "KK"}, Raise(12), "AsAd")
    advice = advise(*pickle.loads(pickle.dumps(question)))
    assert pickle.loads(pickle.dumps(advice)) == advice == advise(*question)


@each(
    ("change", "code"),
    [
        ({"ranges": {0: "KK"}}, SolveRefusal.RANGE),
        ({"ranges": "KK"}, SolveRefusal.RANGE),
        ({"ranges": {0: "KK", 1: 5}}, SolveRefusal.RANGE),
        ({"act": Raise(1)}, SolveRefusal.SIZE),
        ({"act": "RR7"}, SolveRefusal.SIZE),
        ({"hand": "QcQd"}, SolveRefusal.RANGE),
        ({"hand": "As"}, SolveRefusal.RANGE),
        ({"board": "2c 7d 9h"}, SolveRefusal.CARDS),
        ({"situation": after("RR6")}, SolveRefusal.NOT_HEADS_UP),
    ],
)
def test_invalid_questions_are_refused(change: dict[str, Any], code: SolveRefusal) -> None:
    question: dict[str, Any] = {
        "situation": after(RIVER),
        "ranges": {1: "AA, 88", 0: "KK"},
    } | change
    with pytest.raises(SolveError) as refused:
        advise(**question)
    assert refused.value.code is code
