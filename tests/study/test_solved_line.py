"""Verdicts on pots between two players, from one solution of the flop on."""

import numpy as np
import pytest

from pokermasa.cards import Card
from pokermasa.histories import phh
from pokermasa.histories.history import History
from pokermasa.ranges.reading import Reading
from pokermasa.ranges.table import CLASSES
from pokermasa.ranges.table import tables as preflop_tables
from pokermasa.rules import StackIndex
from pokermasa.strength.hand_class import HandClass, grid_classes
from pokermasa.strength.range import Range
from pokermasa.study import FIRST, Limits, Verdict, analyse, solved_line
from pokermasa.study.decision import DecisionStudy, NoVerdict
from pokermasa.study.line import Line
from pokermasa.study.solved_line import LineJudge

HEADER = """variant = 'NT'
antes = [0, 0, 0, 0, 0, 0]
blinds_or_straddles = [50, 100, 0, 0, 0, 0]
min_bet = 100
starting_stacks = [10000, 10000, 10000, 10000, 10000, 10000]
"""
CALLER, HERO = StackIndex(4), StackIndex(5)
CALLERS = "JJ, 99, 77, KQs, QJs, JTs"
RAISERS = "AA, QQ, AKs, AKo:0.5, A5s"
SMALL = 24_000_000
"""Memory that only the smallest trees need, so that a test takes a second."""


def hold(monkeypatch: pytest.MonkeyPatch, one: str, other: str) -> None:
    """Gives the two players who see the flop these ranges, in the order of their stacks."""

    def read(opening: object, past: object) -> Reading:
        weights = {}
        live = sorted(_live(past))
        for stack, text in zip(live, (one, other), strict=True):
            classes = Range.read(text).classes
            names = [name for row in grid_classes() for name in row]
            weights[stack] = np.array([classes.get(HandClass(*name), 0.0) for name in names])
            assert len(weights[stack]) == CLASSES
        return Reading(weights, preflop_tables()[0], True)

    monkeypatch.setattr(solved_line, "read_acts", read)


def _live(past: object) -> set[StackIndex]:
    acts = list(past)  # type: ignore[call-overload]
    return {act.index for act in acts} - {act.index for act in acts if act.act.code == "FO"}


def three_bet(
    *later: str, hero: str = "AhKd", caller: str = "????", flop: str = "Kh7h2h"
) -> History:
    """A re-raised pot of 17.5 big blinds: the opener has called.

    On a flop of one suit, many boards are alike, so it is solved quickly."""
    before = ("p3 f", "p4 f", "p5 cbr 250", "p6 cbr 800", "p1 f", "p2 f", "p5 cc")
    dealt = [f"d dh p{n} ????" for n in range(1, 5)]
    actions = [*dealt, f"d dh p5 {caller}", f"d dh p6 {hero}", *before, f"d db {flop}", *later]
    return phh.read(f"{HEADER}actions = {actions!r}\n")


def studies(history: History, memory: int = SMALL, seconds: float = 300.0) -> list[DecisionStudy]:
    """Return the decisions of the hero after the flop."""
    analysis = analyse(history, decisions=[HERO], solver=Limits(seconds, memory))
    found = [step.decision for step in analysis.steps if step.decision and step.board]
    return [study for study in found if study.stack == HERO]


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    hold(monkeypatch, CALLERS, RAISERS)


def solve_roughly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ends solutions after few iterations, for rules that do not depend on the numbers."""
    monkeypatch.setattr(solved_line, "_FIRST_LOOK", 10)
    monkeypatch.setattr(solved_line, "_TARGET", 30.0)
    monkeypatch.setattr(solved_line, "_EXACT", 100.0)


@pytest.fixture
def rough(monkeypatch: pytest.MonkeyPatch) -> None:
    solve_roughly(monkeypatch)


def test_a_small_bet_with_top_pair_after_a_check_to_the_raiser_is_right() -> None:
    """The house bot's reading of ranges called this bet 6 big blinds wrong."""
    (bet,) = studies(three_bet("p5 cc", "p6 cbr 600", "p5 f", flop="Kh7c2s"))
    assert bet.verdict is Verdict.GOOD
    assert bet.loss is not None
    assert bet.loss < 15, "a seventh of a big blind"
    assert bet.equity is not None
    assert 0.6 < bet.equity < 0.95
    assert bet.exploitable is not None
    assert bet.exploitable <= 1
    assert [read.stack for read in bet.ranges] == [HERO, CALLER]


def test_a_fold_of_top_pair_to_a_small_bet_loses_the_value_of_the_call() -> None:
    (fold,) = studies(three_bet("p5 cbr 300", "p6 f"))
    assert fold.verdict is Verdict.BLUNDER
    assert fold.loss == pytest.approx(max(o.worth or 0 for o in fold.options), rel=0.05)
    assert fold.least is not None
    assert 300 < fold.least <= fold.loss
    assert {option.act for option in fold.options} >= {"FO", "CA"}


@pytest.mark.usefixtures("rough")
def test_no_loss_exceeds_the_chips_at_stake() -> None:
    later = ("p5 cc", "p6 cbr 9200", "p5 cc", "d db 9d", "d db 3c")
    (shove,) = studies(three_bet(*later, hero="AcQd"))
    assert shove.loss is not None
    assert 0 < shove.loss <= 9200 + 1750


@pytest.mark.usefixtures("rough")
def test_the_tree_has_the_sizes_that_were_really_bet() -> None:
    later = ("p5 cbr 437", "p6 cbr 1911", "p5 cc", "d db 9d", "p5 cc", "p6 cbr 1234", "p5 f")
    raise_, bet = studies(three_bet(*later))
    assert [o.act for o in raise_.options if o.is_chosen] == ["RR1911"]
    assert [o.act for o in bet.options if o.is_chosen] == ["RR1234"]


@pytest.mark.usefixtures("rough")
def test_the_opponents_cards_change_nothing() -> None:
    later = ("p5 cc", "p6 cbr 600", "p5 cc", "d db 9d", "p5 cc", "p6 cbr 900", "p5 f")
    unknown = studies(three_bet(*later))
    for cards in ("7d7c", "3s4d"):
        assert studies(three_bet(*later, caller=cards)) == unknown


@pytest.mark.usefixtures("rough")
def test_a_hand_that_no_range_has_is_judged_too() -> None:
    (bet,) = studies(three_bet("p5 cc", "p6 cbr 600", "p5 f", hero="8d3h"))
    assert bet.verdict is not Verdict.NONE
    assert any(option.is_chosen for option in bet.options)


@pytest.mark.usefixtures("rough")
@pytest.mark.parametrize(("last", "chosen"), [("p6 cc", "AC"), ("p6 f", "FO")])
def test_a_call_that_takes_the_last_chip_is_named_a_call(last: str, chosen: str) -> None:
    (decision,) = studies(three_bet("p5 cbr 9200", last))
    assert {option.act for option in decision.options} == {"FO", "AC"}
    assert [option.act for option in decision.options if option.is_chosen] == [chosen]


@pytest.mark.usefixtures("rough")
def test_a_bet_that_is_only_worse_than_other_sizes_is_no_mistake() -> None:
    """A small bet with three queens on the river. That other sizes are better may be due to the
    sizes in the tree; a check is worse."""
    checks = ("p5 cc", "p6 cc")
    later = (*checks, "d db 9d", *checks, "d db 3c", "p5 cc", "p6 cbr 100", "p5 f")
    bet = studies(three_bet(*later, hero="QhQd", flop="Qc7h2h"))[-1]
    worth = {option.act: option.worth or 0 for option in bet.options}
    assert max(worth.values()) - 300 > worth["RR100"] > worth["CH"], "three big blinds"
    assert (bet.verdict, bet.least) == (Verdict.DEPENDS, 0)


def test_a_fold_where_a_check_is_free_loses_the_value_of_the_check() -> None:
    (fold,) = studies(three_bet("p5 cc", "p6 f"))
    check = next(option for option in fold.options if option.act == "CH")
    assert fold.best != "FO"
    assert fold.loss is not None
    assert check.worth is not None
    assert fold.loss >= 0.9 * check.worth > 0


@pytest.mark.parametrize(
    ("limits", "reason"),
    [({"memory": 1000}, NoVerdict.TOO_LARGE), ({"seconds": 0}, NoVerdict.TOO_LARGE)],
)
def test_without_enough_time_or_memory_there_is_no_verdict(
    limits: dict[str, int], reason: NoVerdict
) -> None:
    (bet,) = studies(three_bet("p5 cc", "p6 cbr 600", "p5 f"), **limits)
    assert (bet.verdict, bet.reason, bet.loss) == (Verdict.NONE, reason, None)


def test_without_the_solver_nothing_after_the_flop_is_judged() -> None:
    analysis = analyse(three_bet("p5 cc", "p6 cbr 600", "p5 f"), decisions=[HERO])
    last = [step.decision for step in analysis.steps if step.decision][-1]
    assert last.reason is NoVerdict.NOT_SOLVED


@pytest.mark.usefixtures("rough")
def test_the_work_is_reported_as_it_proceeds() -> None:
    received: list[float] = []
    history = three_bet("p5 cc", "p6 cbr 600", "p5 f")
    analyse(history, decisions=[HERO], solver=Limits(300, SMALL), watch=received.append)
    assert received == sorted(received)
    assert 0 < received[0] < 1


@pytest.mark.usefixtures("rough")
def test_the_widest_ranges_are_solved_without_bets_on_later_streets() -> None:
    """With little memory, narrow ranges need the same small tree as very wide ones."""
    (fold,) = studies(three_bet("p5 cbr 300", "p6 f"), memory=1_200_000)
    assert fold.reason is None


@pytest.mark.usefixtures("rough")
def test_the_hands_of_a_range_tell_suits_apart() -> None:
    """The king of hearts is on the board, so a cell of the grid is a mean of four hands."""
    (bet,) = studies(three_bet("p5 cc", "p6 cbr 600", "p5 f", hero="8d3h"))
    own, caller = (read.hands for read in bet.ranges)
    assert Range.read("KhQh").keys().isdisjoint(caller)
    assert caller.keys() & Range.read("KdQd").keys()
    assert Range.read("8d3h").keys() < own.keys(), "the hand that was really held"
    assert Range.read(str(caller)) == caller


@pytest.mark.usefixtures("rough")
def test_a_first_answer_judges_the_turn_and_the_river_only() -> None:
    later = ("p5 cc", "p6 cbr 600", "p5 cc", "d db 9d", "p5 cc", "p6 cbr 900", "p5 f")
    analysis = analyse(three_bet(*later), decisions=[HERO], solver=FIRST)
    flop, turn = (step.decision for step in analysis.steps if step.decision and step.board)
    assert flop is not None
    assert turn is not None
    assert flop.reason is NoVerdict.NOT_SOLVED
    assert turn.reason is None
    assert (flop.is_first, turn.is_first) == (False, True)


@pytest.mark.usefixtures("rough")
def test_ranges_from_a_small_tree_of_the_flop_stay_rough() -> None:
    """A call of a bet on the turn with top pair was called a mistake of nine big blinds."""
    history = three_bet("p5 cc", "p6 cc", "d db 9d", "p5 cbr 900", "p6 f")
    line = Line.from_history(history)
    assert line is not None
    judge = LineJudge(line, HERO, (Card("Ah"), Card("Kd")), Limits(300, 3_000_000))
    check, fold = (study for _, study in judge.studies())
    assert check.reason is fold.reason is None
    assert judge.is_rough
