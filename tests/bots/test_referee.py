"""The referee: nothing that is not allowed gets through, and every refusal says why."""

from random import Random

import pytest

from pokermasa.bots import Choice
from pokermasa.bots.referee import Ruling, ask, drawn, judged
from pokermasa.rules import (
    AllIn,
    Blinds,
    Call,
    Check,
    Dealer,
    Fold,
    PotRaise,
    Raise,
    Situation,
    View,
)

OPENING = View.of(Situation(Dealer.start([200, 200, 200], 0, Blinds(1, 2), "tda")), 0)
CHECKED = View.of(
    Situation(Dealer.start([200, 200], 0, Blinds(1, 2), "tda")).move(Call()).situation_after, 1
)


class Odd:
    def __init__(self, answer):
        self.answer = answer

    def choose(self, view):
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


@pytest.mark.parametrize("answer", [Fold(), Call(), AllIn(), Raise(4), Raise(57), PotRaise()])
def test_what_is_allowed_is_taken(answer):
    assert ask(Odd(answer), OPENING, Random(1)) == Ruling(answer)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Check(), "CH is not allowed here; it may be FO, CA, AA, HR4, PR7, RR4 to RR199"),
        (Raise(3), "RR3 is not allowed here; it may be FO, CA, AA, HR4, PR7, RR4 to RR199"),
        (Raise(200), "RR200 is not allowed"),
        (Raise(4.0), "Raise(to=4.0) is not allowed"),
        (Raise(True), "Raise(to=True) is not allowed"),
        (AllIn(100), "AA100 is not allowed"),
        (None, "None is not allowed"),
        ("CA", "'CA' is not allowed"),
        (Choice(()), "not a choice of acts"),
        (Choice(((Call(), -1.0), (Fold(), 2.0))), "not a choice of acts: weights are numbers"),
        (Choice(((Call(), 0.0), (Fold(), 0.0))), "not a choice of acts: weights are numbers"),
        (Choice(((Call(), float("nan")), (Fold(), 1.0))), "not a choice of acts"),
        (Choice(((Call(), "much"), (Fold(), 1.0))), "not a choice of acts"),
        (KeyError("pot"), "KeyError: 'pot'"),
        (SystemExit(3), "SystemExit: 3"),
        (RecursionError(), "RecursionError"),
    ],
)
def test_what_is_not_allowed_is_folded_with_the_reason(answer, words):
    ruling = ask(Odd(answer), OPENING, Random(1))
    assert ruling.act == Fold()
    assert ruling.fault.startswith(words)


def test_where_nothing_is_to_be_paid_a_fault_checks():
    assert ask(Odd(None), CHECKED, Random(1)).act == Check()


def test_a_fault_is_told_in_bounds():
    assert len(ask(Odd(ValueError("x" * 10**6)), OPENING, Random(1)).fault) < 400


def test_a_choice_is_drawn_by_its_weights():
    choice = Choice(((Fold(), 1), (Call(), 2), (Raise(8), 5)), "for a reason")
    dice = Random(1)
    drawings = [drawn(choice, dice) for _ in range(8000)]
    assert [drawings.count(act) // 100 for act, _ in choice.acts] == pytest.approx(
        [10, 20, 50], abs=2
    )
    assert judged(OPENING, choice, dice).reason == "for a reason"
