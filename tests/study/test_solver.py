"""Questions to the solver: public information and the hand of the player to act."""

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
"""Time limit in seconds, long enough for a busy machine."""
solver = partial(study_solver.solver, LONG)
solution = partial(study_solver.solution, seconds=LONG)
LAST, BET, CHECK = 13, 12, 11
"""Steps on the river: a fold, the bet before it, and the check before that."""


def river(*cards: str) -> History:
    """Return the same acts with other hole cards."""
    story = list(BET_AND_CALL)
    story[:2] = [f"d dh p1 {cards[0]}", f"d dh p2 {cards[1]}"]
    return phh.read(hand(*story))


def test_a_fold_with_three_tens_costs_most_of_the_pot() -> None:
    answer = solution(river("TsTh", "KsKh"), LAST)
    worth = {act: worth for act, _, worth in answer.acts}
    often = {act: often for act, often, _ in answer.acts}
    assert (answer.act, worth["FO"]) == ("FO", 0)
    assert often["FO"] < 0.05
    assert answer.loss == max(worth.values()) > 30, "of the 48 that lie there"
    assert sum(often.values()) == pytest.approx(1)
    assert answer.exploitable < 1


def test_a_fold_with_a_weak_hand_costs_little() -> None:
    assert solution(river("4s5h", "KsKh"), LAST).loss < 10


def test_the_solver_answer_does_not_depend_on_other_players_cards() -> None:
    """It also does not depend on whether the file has those cards."""
    answer = solution(river("AsAh", "KsKh"), LAST)
    assert solution(river("AsAh", "QdJc"), LAST) == answer
    assert solution(phh.read(hand(*BET_AND_CALL)).seen_by("Ann"), LAST) == answer
    hidden = phh.read(hand(*BET_AND_CALL))
    story = [
        step._replace(cards=UNKNOWN) if isinstance(step, HoleDealt) else step
        for step in hidden.story
    ]
    with pytest.raises(SolveError, match="nobody knows the cards"):
        solution(hidden.replace(story=tuple(story)), LAST)


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
def test_unsupported_questions_are_refused_with_a_reason(
    step: int, code: SolveRefusal, words: str
) -> None:
    with pytest.raises(SolveError, match=words) as refused:
        solution(phh.read(hand(*BET_AND_CALL)), step)
    assert refused.value.code is code


def test_an_inaccurate_answer_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokermasa.solve.advice.SOLVED", 0.0)
    with pytest.raises(SolveError, match="% of the pot"):
        solution(phh.read(hand(*BET_AND_CALL)), LAST)
    with pytest.raises(SolveError, match="needs"):
        solution(phh.read(hand(*BET_AND_CALL)), LAST, memory=1000)


def test_an_analysis_has_solver_answers_beside_those_of_the_house_bot() -> None:
    """They are present if the solver can answer, and absent otherwise."""
    history = phh.read(hand(*BET_AND_CALL)).seen_by("Ann")
    asked = []
    ask = solver()

    def only_rivers(question: Any) -> SolverAnswer:
        asked.append(len(question.board))
        return ask(question) if len(question.board) == 5 else None

    analysis = analyse(history, history.names.index("Ann"), solver=only_rivers)
    assert asked == [3, 4, 5, 5], "Ann's decisions between two after the flop"
    found = {step.number: step.decision.solved for step in analysis.steps if step.decision}
    assert found[LAST] == solution(history, LAST)
    assert sorted(number for number, answer in found.items() if answer) == [CHECK, LAST]
    data = [step["decision"] for step in analysis_data(analysis)["steps"] if step["number"] == LAST]
    assert data[0]["solved"]["loss"] == round(found[LAST].loss, 2)


def test_an_unlikely_hand_of_the_player_is_solved_too() -> None:
    """No range contains 7-2 after a raise, a call and three bets."""
    assert len(solution(river("KsKh", "7h2s"), BET).acts) > 1
