"""Decisions given to the solver: from what everybody could see and the hand of who decides."""

from functools import partial
from typing import Any

import pytest

from pokermasa.histories import phh
from pokermasa.histories.history import UNKNOWN, History, HoleDealt
from pokermasa.solve.refusal import SolveError, SolveRefusal
from pokermasa.study import analyse, analysis_data
from pokermasa.study import solver as study_solver
from pokermasa.study.decision import SolverAnswer
from tests.study.test_analysis import BET_AND_CALL, hand

pytestmark = pytest.mark.sampled(2)

LONG = 100.0
"""Seconds, so that none of this depends on how busy the machine is."""
solver = partial(study_solver.solver, LONG)
solution = partial(study_solver.solution, seconds=LONG)
LAST, BET, CHECK = 13, 12, 11
"""Steps of the river: a fold, the bet before it, the check before that."""


def river(*cards: str) -> History:
    """The same acts with other cards."""
    told = list(BET_AND_CALL)
    told[:2] = [f"d dh p1 {cards[0]}", f"d dh p2 {cards[1]}"]
    return phh.read(hand(*told))


def test_a_fold_with_three_tens_costs_most_of_the_pot() -> None:
    told = solution(river("TsTh", "KsKh"), LAST)
    worth = {act: worth for act, _, worth in told.acts}
    often = {act: often for act, often, _ in told.acts}
    assert (told.act, worth["FO"]) == ("FO", 0)
    assert often["FO"] < 0.05
    assert told.loss == max(worth.values()) > 30, "of the 48 that lie there"
    assert sum(often.values()) == pytest.approx(1)
    assert told.exploitable < 1


def test_a_fold_with_nothing_costs_little() -> None:
    assert solution(river("4s5h", "KsKh"), LAST).loss < 10


def test_nothing_depends_on_cards_of_the_others() -> None:
    """Nor on whether the file has them."""
    told = solution(river("AsAh", "KsKh"), LAST)
    assert solution(river("AsAh", "QdJc"), LAST) == told
    assert solution(phh.read(hand(*BET_AND_CALL)).seen_by("Ann"), LAST) == told
    hidden = phh.read(hand(*BET_AND_CALL))
    story = [
        step._replace(cards=UNKNOWN) if isinstance(step, HoleDealt) else step
        for step in hidden.story
    ]
    with pytest.raises(SolveError, match="nobody knows the cards"):
        solution(hidden.but(story=tuple(story)), LAST)


@pytest.mark.parametrize(
    ("step", "code", "words"),
    [
        (2, SolveRefusal.NOT_HEADS_UP, "0 cards on the board"),
        (5, SolveRefusal.TOO_LARGE, "masa solve"),
        (4, SolveRefusal.NO_SUCH_NODE, "step 4 is no act"),
        (99, SolveRefusal.NO_SUCH_NODE, "step 99"),
        (-1, SolveRefusal.NO_SUCH_NODE, "step -1"),
    ],
)
def test_what_it_cannot_do_is_refused_in_words(step: int, code: SolveRefusal, words: str) -> None:
    with pytest.raises(SolveError, match=words) as refused:
        solution(phh.read(hand(*BET_AND_CALL)), step)
    assert refused.value.code is code


def test_an_answer_that_may_be_wrong_by_much_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokermasa.solve.advice.SOLVED", 0.0)
    with pytest.raises(SolveError, match="% of the pot"):
        solution(phh.read(hand(*BET_AND_CALL)), LAST)
    with pytest.raises(SolveError, match="needs"):
        solution(phh.read(hand(*BET_AND_CALL)), LAST, memory=1000)


def test_an_analysis_has_its_answers_beside_the_house_bots() -> None:
    """Where it can say something, and nothing elsewhere."""
    history = phh.read(hand(*BET_AND_CALL)).seen_by("Ann")
    asked = []
    ask = solver()

    def only_rivers(question: Any) -> SolverAnswer:
        asked.append(len(question.board))
        return ask(question) if len(question.board) == 5 else None

    told = analyse(history, history.names.index("Ann"), solver=only_rivers)
    assert asked == [3, 4, 5, 5], "Ann's decisions between two after the flop"
    found = {step.number: step.decision.solved for step in told.steps if step.decision}
    assert found[LAST] == solution(history, LAST)
    assert sorted(number for number, answer in found.items() if answer) == [CHECK, LAST]
    data = [step["decision"] for step in analysis_data(told)["steps"] if step["number"] == LAST]
    assert data[0]["solved"]["loss"] == round(found[LAST].loss, 2)


def test_the_hand_that_was_held_is_asked_about_however_unlikely() -> None:
    """7-2 that raised, called and bet three times is nobody's idea of a range."""
    assert len(solution(river("KsKh", "7h2s"), BET).acts) > 1
