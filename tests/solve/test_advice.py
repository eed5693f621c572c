"""One question about a decision of a real hand: what it was worth, within time and memory."""

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


def test_facing_the_last_bet_the_loss_is_the_difference_of_the_two_acts() -> None:
    told = advise(after(f"{RIVER} AA"), {0: "KK", 1: "AA, 88:0.5"}, Fold(), "KsKd")
    assert (told.player, told.act, set(told.acts)) == ("ip", "FO", {"FO", "AA"})
    assert told.act_ev["FO"] == pytest.approx(0, abs=1e-3)
    assert told.loss == pytest.approx(max(told.act_ev.values()), abs=1e-6)
    # 206 to win what 194 costs, one hand in three a bluff
    assert told.act_ev["AA"] == pytest.approx((206 - 2 * 194) / 3, abs=0.1)
    assert told.percent <= 0.5
    assert json.loads(json.dumps(told.to_data()))["hand"] == "KsKd"


def test_what_was_done_is_one_of_the_acts_whatever_its_size() -> None:
    told = advise(after(RIVER), {1: "AA, 88", 0: "KK"}, Raise(7), "8s8h")
    assert "RR7" in told.acts
    assert told.act == "RR7"
    assert told.loss >= 0


def test_an_all_in_that_nobody_can_call_whole_is_what_the_other_has() -> None:
    told = advise(after(RIVER, (40, 200)), {1: "AA, 88", 0: "KK"}, AllIn(), "AsAd")
    assert told.act == "RR34"
    assert told.loss == pytest.approx(0, abs=0.5)


def test_to_fold_where_a_check_is_free_costs_what_the_check_is_worth() -> None:
    told = advise(after(RIVER), {1: "AA, 88", 0: "KK"}, Fold(), "AsAd")
    assert told.act == "FO"
    assert told.loss == pytest.approx(max(told.act_ev.values()))


def test_the_tree_is_made_small_enough_for_the_memory() -> None:
    turn = after("RR6 CA CH CH", board="2c 7d 9h Js")
    ranges = {0: "QQ+, AKs, 99", 1: "QQ+, AKs, 99"}
    options: dict[str, Any] = {"target": 0.0, "seconds": 0.001}
    rich, poor = (advise(turn, ranges, memory=each, **options) for each in (10**7, 10**6))
    assert len(poor.acts) < len(rich.acts)
    assert (poor.iterations, poor.hand, poor.loss) == (1, None, None)
    with pytest.raises(SolveError) as refused:
        advise(turn, ranges, memory=10**5)
    assert refused.value.code is SolveRefusal.TOO_LARGE


def test_question_and_answer_go_from_one_process_to_another() -> None:
    question = (after(RIVER), {1: "AA, 88", 0: "KK"}, Raise(12), "AsAd")
    told = advise(*pickle.loads(pickle.dumps(question)))
    assert pickle.loads(pickle.dumps(told)) == told == advise(*question)


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
def test_what_cannot_be_answered_is_refused(change: dict[str, Any], code: SolveRefusal) -> None:
    question: dict[str, Any] = {
        "situation": after(RIVER),
        "ranges": {1: "AA, 88", 0: "KK"},
    } | change
    with pytest.raises(SolveError) as refused:
        advise(**question)
    assert refused.value.code is code
