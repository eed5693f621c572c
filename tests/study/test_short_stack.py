"""All-ins and folds of short stacks in the blinds, by the push/fold equilibrium."""

import pytest

from pokermasa.histories import phh
from pokermasa.solve.pushfold import push_or_fold
from pokermasa.strength.hand_class import grid_classes
from pokermasa.study import Verdict, analyse
from pokermasa.study.decision import DecisionStudy, NoVerdict
from tests.cases import each

HEADER = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
"""


def preflop(
    *acts: str,
    small: str = "????",
    big: str = "????",
    stacks: str = "[1000, 3000, 9000]",
    more: str = "",
) -> DecisionStudy:
    """Return the study of the first decision of the player whose cards are given; the button has
    folded."""
    actions = [f"d dh p1 {small}", f"d dh p2 {big}", "d dh p3 ????", "p3 f", *acts]
    history = phh.read(f"{HEADER}{more}starting_stacks = {stacks}\nactions = {actions!r}\n")
    return next(step.decision for step in analyse(history).steps if step.decision)


@each(
    ("cards", "act", "verdict"),
    [
        ("AsKd", "p1 f", Verdict.MISTAKE),
        ("7s2d", "p1 f", Verdict.GOOD),
        ("AsKd", "p1 cbr 1300", Verdict.GOOD),
        ("7s2d", "p1 cbr 1300", Verdict.DEPENDS),  # right against a tight caller
    ],
)
def test_the_small_blind_with_thirteen_big_blinds_is_judged_by_push_or_fold(
    cards: str, act: str, verdict: Verdict
) -> None:
    end = () if act == "p1 f" else ("p2 f",)
    study = preflop(act, *end, small=cards, stacks="[1300, 3000, 9000]")
    assert (study.verdict, study.source) == (verdict, "push or fold")


@each(
    ("cards", "act", "verdict"),
    [
        ("QsQd", "p2 f", Verdict.BLUNDER),
        ("7s2d", "p2 f", Verdict.GOOD),
        ("7s2d", "p2 cc", Verdict.MISTAKE),
        ("QsQd", "p2 cc", Verdict.GOOD),
    ],
)
def test_the_big_blind_is_judged_by_push_or_fold_against_an_all_in(
    cards: str, act: str, verdict: Verdict
) -> None:
    board = ("d db 2c7h9h", "d db 3s", "d db 4d") if act == "p2 cc" else ()
    study = preflop("p1 cbr 1000", act, *board, big=cards)
    assert (study.verdict, study.source) == (verdict, "push or fold")


@each(("stacks", "call"), [("[1000, 3000, 9000]", "CA"), ("[3000, 1000, 9000]", "AC")])
def test_a_call_that_takes_the_last_chip_is_named_so(stacks: str, call: str) -> None:
    study = preflop("p1 cbr 1000", "p2 f", big="QsQd", stacks=stacks)
    assert [option.act for option in study.options] == ["FO", call]


def test_the_loss_of_a_fold_is_what_an_all_in_gains_in_the_equilibrium() -> None:
    names = [str(name) for row in grid_classes() for name in row]
    gain = push_or_fold(10).push_worth[names.index("AKo")]
    study = preflop("p1 f", small="AsKd")
    assert study.loss == pytest.approx(100 * gain)
    assert study.least is not None
    assert 0 < study.least <= study.loss


def test_a_covering_stack_is_as_deep_as_the_shorter_one() -> None:
    covered = preflop("p1 f", small="AsKd", stacks="[1000, 3000, 9000]")
    covering = preflop("p1 f", small="AsKd", stacks="[3000, 1000, 9000]")
    assert covered.loss == covering.loss


@each("act", ["p1 cc", "p1 cbr 250"])
def test_limps_and_small_raises_of_short_stacks_have_no_verdict(act: str) -> None:
    study = preflop(act, "p2 cbr 1000", "p1 f", small="AsKd", stacks="[1000, 1000, 1000]")
    assert study.reason is NoVerdict.DEPTH


def test_short_stacks_make_no_mistakes_in_a_tournament() -> None:
    study = preflop("p1 f", small="AsKd", more="level = 3\n")
    assert (study.verdict, study.is_tournament) == (Verdict.DEPENDS, True)
