"""Whole hands with the shipped tables and full trees: slow, so only in `make soak`."""

import time

import pytest

from pokermasa.rules import StackIndex
from pokermasa.study import Limits, Verdict, analyse
from tests.study.test_solved_line import HERO, three_bet

pytestmark = pytest.mark.soak


def test_the_bet_with_top_pair_of_issue_39_is_right_with_the_shipped_ranges() -> None:
    begun = time.thread_time()
    history = three_bet("p5 cc", "p6 cbr 600", "p5 f", flop="Kh7c2s")
    analysis = analyse(history, decisions=[HERO], solver=Limits())
    spent = time.thread_time() - begun
    bet = next(s.decision for s in analysis.steps if s.act == "RR600" and s.board)
    assert bet is not None
    assert bet.verdict is Verdict.GOOD
    assert spent < 45, "seconds of the processor"


def test_a_fold_of_top_pair_to_a_check_raise_that_a_set_made_is_judged_without_the_set() -> None:
    later = ("p5 cc", "p6 cbr 600", "p5 cc", "d db 9d", "p5 cc", "p6 cbr 1500", "p5 cbr 4500")
    known = three_bet(*later, "p6 f", caller="7d7h", flop="Kh7c2s")
    unknown = three_bet(*later, "p6 f", flop="Kh7c2s")
    found = [
        [step.decision for step in analyse(each, decisions=[HERO], solver=Limits()).steps]
        for each in (known, unknown)
    ]
    assert found[0] == found[1]
    fold = found[0][-1]
    assert fold is not None
    assert fold.loss is None or fold.loss < 3150 + 4500, "the pot and the raise"


def test_a_caller_of_everything_makes_mistakes_with_calls() -> None:
    later = ("p5 cbr 900", "p6 cc", "d db 9d", "p5 cbr 2500", "p6 cc", "d db 3c", "p5 cbr 5800")
    history = three_bet(*later, "p6 cc", hero="Qc5c", flop="Kh7c2s")
    analysis = analyse(history, decisions=[StackIndex(HERO)], solver=Limits())
    wrong = [
        step
        for step in analysis.steps
        if step.decision and step.decision.verdict in (Verdict.MISTAKE, Verdict.BLUNDER)
    ]
    assert wrong
    worst = max(wrong, key=lambda step: step.decision.loss or 0 if step.decision else 0)
    assert worst.act in ("CA", "AC")
