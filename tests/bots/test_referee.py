"""Tests of the referee: illegal answers of a bot are replaced, and each replacement gives its
reason.
"""

from random import Random
from typing import Any

import pytest

from pokermasa.bots import MixedAct
from pokermasa.bots.referee import Ruling, ask, drawn, judged
from pokermasa.rules import (
    AllIn,
    AllInCall,
    AllInFullRaise,
    AllInHalfRaise,
    Blinds,
    Call,
    Check,
    Dealer,
    Fold,
    HalfPotRaise,
    IllegalAct,
    PotRaise,
    Raise,
    Refusal,
    Situation,
    ThirdPotRaise,
    View,
)
from pokermasa.rules.house import NAMED
from tests.cases import each

OPENING = View.from_situation(Situation(Dealer.start([200, 200, 200], 0, Blinds(1, 2), "tda")), 0)
CHECKED = View.from_situation(
    Situation(Dealer.start([200, 200], 0, Blinds(1, 2), "tda")).move(Call()).situation_after, 1
)


class Odd:
    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, view: Any) -> Any:
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


@each("answer", [Fold(), Call(), AllIn(), Raise(4), Raise(57), PotRaise()])
def test_a_legal_act_is_accepted(answer: Any) -> None:
    assert ask(Odd(answer), OPENING, Random(1)) == Ruling(answer)


@each(
    ("answer", "words"),
    [
        (Check(), "CH is not allowed here; it may be FO, CA, AA, HR4, PR7, RR4 to RR199"),
        (Raise(3), "RR3 is not allowed here; it may be FO, CA, AA, HR4, PR7, RR4 to RR199"),
        (Raise(201), "RR201 is not allowed"),
        (Raise(200.0), "Raise(to=200.0) is not allowed"),  # type: ignore[arg-type]  # wrong on purpose
        (Raise(4.0), "Raise(to=4.0) is not allowed"),  # type: ignore[arg-type]  # wrong on purpose
        (Raise(True), "Raise(to=True) is not allowed"),
        (AllIn(100), "AA100 is not allowed"),
        (None, "None is a NoneType, not an act"),
        ("CA", "'CA' is a str, not an act; acts are objects of pokermasa.rules such as Call()"),
        (MixedAct(()), "not a choice of acts"),
        (MixedAct(((Call(), -1.0), (Fold(), 2.0))), "not a choice of acts: weights are numbers"),
        (MixedAct(((Call(), 0.0), (Fold(), 0.0))), "not a choice of acts: weights are numbers"),
        (MixedAct(((Call(), float("nan")), (Fold(), 1.0))), "not a choice of acts"),
        (MixedAct(((Call(), "much"), (Fold(), 1.0))), "not a choice of acts"),  # type: ignore[arg-type]  # wrong on purpose
        (KeyError("pot"), "KeyError: 'pot'"),
        (SystemExit(3), "SystemExit: 3"),
        (RecursionError(), "RecursionError"),
    ],
)
def test_an_illegal_act_folds_with_the_reason(answer: Any, words: str) -> None:
    ruling = ask(Odd(answer), OPENING, Random(1))
    assert ruling.act == Fold()
    assert ruling.fault.startswith(words)


# Betting the last chip, in every form of answer


def after(stacks: list[int], rules: str, *acts: Any) -> Situation:
    situation = Situation(Dealer.start(stacks, 0, Blinds(1, 2), rules))
    for act in acts:
        situation = situation.move(act).situation_after
    return situation


@each(
    ("past", "answer", "recorded"),
    [
        ((), Raise(60), AllInFullRaise()),
        ((), AllIn(60), AllInFullRaise()),
        ((Raise(50), Raise(100)), Call(), AllInCall()),
        ((Raise(50), Raise(100)), Raise(20), AllInCall()),
        ((Raise(14), Fold()), Raise(20), AllInHalfRaise()),
        ((Raise(8), Fold()), PotRaise(), AllInFullRaise()),
        ((Raise(6), Fold()), MixedAct(((Raise(20), 1.0),)), AllInFullRaise()),
    ],
)
@each("rules", ["masa", "tda", "botpoker", "acpc"])
def test_a_call_or_raise_of_the_last_chips_becomes_an_all_in(
    rules: str,
    past: tuple[Raise, Raise | Fold],
    answer: Any,
    recorded: AllInFullRaise | AllInCall | AllInHalfRaise,
) -> None:
    situation = after([60, 200, 25 if answer == PotRaise() else 20], rules, *past)
    ruling = ask(
        Odd(answer), View.from_situation(situation, situation.dealer.turn_to_act), Random(1)
    )
    assert ruling == Ruling(AllIn())
    assert situation.move(ruling.act).player_act == recorded


@pytest.mark.rotated
@each("rules", NAMED)
def test_acts_refused_with_use_all_in_are_accepted_from_bots(rules: str) -> None:
    """Whatever a bot answers, the resulting act is legal."""
    dice, refused = Random(4), 0
    for _ in range(300):
        stacks = [dice.choice([1, 3, 9, 20, 50]) for _ in range(dice.randint(2, 4))]
        situation = after(stacks, rules)
        while not situation.end:
            turn = situation.dealer.turn_to_act
            view, total = View.from_situation(situation, turn), situation.legal.total
            for said in (Call(), Raise(total), ThirdPotRaise(), HalfPotRaise(), PotRaise()):
                ruling = ask(Odd(said), view, dice)
                try:
                    situation.move(said)
                except IllegalAct as error:
                    assert ruling.fault or ruling.act == AllIn()
                    if error.code is Refusal.USE_ALL_IN:
                        refused += 1
                        assert ruling == Ruling(AllIn())
                else:
                    assert ruling.act != AllIn()
                situation.move(ruling.act)
            situation = situation.move(dice.choice(situation.possible_acts)).situation_after
    assert (refused > 50) == (rules != "limit")  # in fixed limit a call takes the last chip too


def test_a_raise_above_the_stack_is_not_an_all_in() -> None:
    situation = after([60, 200, 20], "tda")
    for said in (Raise(61), AllIn(61), Raise(60.0), Raise("60")):  # type: ignore[arg-type]  # wrong on purpose
        assert ask(Odd(said), View.from_situation(situation, 0), Random(1)).act == Fold()


def test_a_fault_checks_if_there_is_no_bet() -> None:
    assert ask(Odd(None), CHECKED, Random(1)).act == Check()


def test_the_text_of_a_fault_is_limited() -> None:
    assert len(ask(Odd(ValueError("x" * 10**6)), OPENING, Random(1)).fault) < 400


def test_a_choice_is_drawn_by_its_weights() -> None:
    choice = MixedAct(((Fold(), 1), (Call(), 2), (Raise(8), 5)), "for a reason")
    dice = Random(1)
    drawings = [drawn(choice, dice) for _ in range(8000)]
    assert [drawings.count(act) // 100 for act, _ in choice.acts] == pytest.approx(
        [10, 20, 50], abs=2
    )
    assert judged(OPENING, choice, dice).reason == "for a reason"
