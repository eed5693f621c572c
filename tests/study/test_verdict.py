"""When a loss is called a mistake, and what gets no verdict at all."""

import numpy as np
import pytest

from pokermasa.histories import phh
from pokermasa.histories.history import History
from pokermasa.rules import StackIndex
from pokermasa.solve import Subgame, solve
from pokermasa.study import Limits, Verdict, analyse
from pokermasa.study.decision import DecisionStudy, NoVerdict, certain_loss, verdict_of
from pokermasa.study.solved_line import if_called_more
from tests.cases import each
from tests.study.test_analysis import BET_AND_CALL, HEADER, hand


@each(
    ("loss", "least", "verdict"),
    [
        (0.4, 0.4, Verdict.GOOD),
        (2.0, 2.0, Verdict.CLOSE),
        (8.0, 1.0, Verdict.DEPENDS),
        (3.0, 2.9, Verdict.DEPENDS),
        (8.0, 7.0, Verdict.MISTAKE),
        (40.0, 35.0, Verdict.BLUNDER),
    ],
)
def test_a_mistake_is_large_against_tighter_and_looser_ranges(
    loss: float, least: float, verdict: Verdict
) -> None:
    """The big blind is 10, and the pot 50."""
    assert verdict_of(loss, least, big=10, pot=50, exact=0.1) is verdict


def test_a_loss_below_two_hundredths_of_the_pot_is_close() -> None:
    assert verdict_of(9, 9, big=10, pot=500, exact=0.1) is Verdict.CLOSE
    assert verdict_of(11, 11, big=10, pot=500, exact=0.1) is Verdict.MISTAKE


def test_no_loss_within_the_error_of_the_solution_is_a_mistake() -> None:
    assert verdict_of(30, 30, big=10, pot=50, exact=31) is Verdict.GOOD
    assert verdict_of(32, 30, big=10, pot=50, exact=31) is Verdict.DEPENDS


def test_an_act_that_the_solution_mixes_is_no_mistake() -> None:
    assert verdict_of(30, 30, big=10, pot=50, exact=0.1, often=0.2) is Verdict.CLOSE


def test_nothing_is_a_mistake_in_a_tournament() -> None:
    verdict = verdict_of(90, 90, big=10, pot=50, exact=0.1, is_tournament=True)
    assert verdict is Verdict.DEPENDS


def test_a_story_that_the_tables_lack_needs_a_large_loss() -> None:
    rough = {"big": 10.0, "pot": 50.0, "exact": 0.1, "is_near": False}
    assert verdict_of(20, 20, **rough) is Verdict.DEPENDS  # type: ignore[arg-type]
    assert verdict_of(40, 40, **rough) is Verdict.BLUNDER  # type: ignore[arg-type]


def test_an_act_is_only_wrong_if_one_other_act_is_better_against_each_range() -> None:
    """A call that is worse than a fold against a tight range, and worse than a raise against a
    loose one, has no other act that is always better."""
    fold_or_raise = np.array([[300.0, -500.0], [-50.0, 100.0]])
    assert certain_loss(fold_or_raise) == 0
    assert certain_loss(np.array([[300.0, -500.0], [50.0, 100.0]])) == 50


def test_a_bluff_wins_less_if_the_opponent_folds_a_third_less_often() -> None:
    """Half of the kings fold to a bet of the pot, so a bluff wins nothing. If a third of them fold,
    it loses a third of the pot. A value bet does not lose by calls."""
    subgame = Subgame.from_board(
        "2c 7d 9h Js Qs", pot=100, stack=100, oop="AA, 88", ip="KK", bets="all-in"
    )
    root = solve(subgame, target=0.01).root
    bluff, value = (root.hand(hand)["act_ev"]["AA"] for hand in ("8s8h", "AsAh"))
    assert if_called_more(root, "AA", bluff) == pytest.approx(-33, abs=2)
    assert if_called_more(root, "AA", value) == value
    assert if_called_more(root, "CH", 12.0) == 12


def last(history: History, stack: int = 0) -> DecisionStudy:
    analysis = analyse(history, decisions=[StackIndex(stack)], solver=Limits(seconds=0))
    return [step.decision for step in analysis.steps if step.decision][-1]


THREE = HEADER.replace("[0, 0]", "[0, 0, 0]").replace("[1, 2]", "[1, 2, 0]")
THREE = THREE.replace("[100, 100]", "[100, 100, 100]").replace("'Bo']", "'Bo', 'Cy']")
DEAL = ("d dh p1 AsAh", "d dh p2 ????", "d dh p3 ????")


@each(
    ("text", "reason"),
    [
        (hand(*BET_AND_CALL).replace("antes = [0, 0]", "antes = [1, 1]"), NoVerdict.SETUP),
        (hand(*BET_AND_CALL).replace("[100, 100]", "[9000, 9000]"), NoVerdict.DEPTH),
        (hand(*BET_AND_CALL).replace("[100, 100]", "['inf', 'inf']"), NoVerdict.UNKNOWN),
        (hand(*BET_AND_CALL[:4]), NoVerdict.IN_PLAY),
        (hand(*BET_AND_CALL[:6]), NoVerdict.IN_PLAY),
        (
            f"{THREE}actions = "
            f"{[*DEAL, 'p3 cc', 'p1 cc', 'p2 cc', 'd db 2c7d9h', 'p1 cbr 5', 'p2 f', 'p3 f']!r}\n",
            NoVerdict.MULTIWAY,
        ),
    ],
)
def test_hands_that_the_tables_lack_get_a_reason_and_no_verdict(
    text: str, reason: NoVerdict
) -> None:
    study = last(phh.read(text.replace("'inf'", "inf")))
    assert (study.verdict, study.reason, study.loss) == (Verdict.NONE, reason, None)
    assert not study.options


def river(one: str, other: str, *acts: str) -> History:
    story = [f"d dh p1 {one}", f"d dh p2 {other}", *BET_AND_CALL[2:-2], *acts]
    return phh.read(hand(*story))


def test_a_fold_of_the_nuts_is_a_mistake_against_every_range() -> None:
    study = last(river("8hJh", "KsKh", "p2 cbr 20", "p1 f"))
    assert (study.verdict, study.best, study.source) == (Verdict.MISTAKE, "CA", "cards")
    assert study.loss is None, "another jack and eight would tie"


def test_a_fold_of_a_good_hand_is_not() -> None:
    assert last(river("AsAh", "KsKh", "p2 cbr 20", "p1 f")).reason is NoVerdict.TOO_LARGE


def test_a_fold_where_a_check_is_free_is_a_mistake_without_a_number() -> None:
    study = last(phh.read(hand(*BET_AND_CALL[:4], "d db 2c7d9h", "p1 f")))
    assert (study.verdict, study.best, study.loss) == (Verdict.MISTAKE, "CH", None)


def test_values_of_a_tournament_hand_are_named_as_chips() -> None:
    events = (("'WSOP, Event #43'", True), ("'Million Dollar Cash Game'", False))
    named = [(f"event = {event}\n", is_tournament) for event, is_tournament in events]
    for more, is_tournament in (("", False), ("level = 3\n", True), *named):
        steps = analyse(phh.read(hand(*BET_AND_CALL, more=more))).steps
        first = next(step.decision for step in steps if step.decision)
        assert (first.source, first.is_tournament) == ("tables", is_tournament)
