"""Solves turn and river decisions between two players.

Both ranges are estimated from the acts alone, without anybody's cards. The hand that was really
held always stays in its player's range, however unlikely the acts make it.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from pokermasa.batch.array import Floats
from pokermasa.bots.house.character import Character
from pokermasa.bots.house.opponent import Opponent
from pokermasa.bots.house.reading import Reading
from pokermasa.bots.house.solved import TURN, range_of
from pokermasa.cards import Card
from pokermasa.equity.against import combo_of
from pokermasa.histories.history import UNKNOWN_STACK, History, whole
from pokermasa.histories.replay import scenes
from pokermasa.rules import HandDealer, PastAct, Situation, StackIndex, View
from pokermasa.solve.advice import advise
from pokermasa.solve.refusal import SolveError, SolveRefusal
from pokermasa.solve.solving import begin
from pokermasa.solve.subgame import Subgame
from pokermasa.study.decision import SolvedAct, Solver, SolverAnswer, SolverQuestion

SECONDS = 5.0
"""Time limit of one solve, in seconds."""
SOLVER_MEMORY = 100_000_000
"""Memory limit of one solve, in bytes. Larger trees would not converge in `SECONDS`."""
_LEAST = 0.02
"""Hands with a smaller weight, relative to the likeliest hand, are left out of a range."""
_OWN = 0.05
"""Minimum weight of the hand that was really held, relative to the likeliest hand."""


def solver(seconds: float = SECONDS, memory: int = SOLVER_MEMORY) -> Solver:
    """Return a solver for `analyse` that spends at most *seconds* and *memory* on a decision."""

    def answer(question: SolverQuestion) -> SolverAnswer | None:
        try:
            return solved(question, seconds, memory)
        except SolveError:
            return None

    return answer


def solved(
    question: SolverQuestion, seconds: float = SECONDS, memory: int = SOLVER_MEMORY
) -> SolverAnswer:
    """Solve one decision. Raises `SolveError` with the reason if there is no answer."""
    turn = question.situation.dealer.turn_to_act
    view = View.from_situation(_seen(question.situation, question.board), None, question.past)
    if not question.board or len(view.remaining) != 2:
        words = f"{len(view.remaining)} players with {len(question.board)} cards on the board"
        raise SolveError(SolveRefusal.NOT_HEADS_UP, f"{SolveRefusal.NOT_HEADS_UP.words}: {words}")
    if len(question.board) < TURN:
        words = "a flop takes minutes here: `masa solve` does it, with ranges as narrow as you like"
        raise SolveError(SolveRefusal.TOO_LARGE, words)
    nobody = Character.named().adaptivity
    opponents = defaultdict[StackIndex, Opponent](lambda: Opponent(nobody))
    reading = Reading(view, opponents)
    reading.follow(view)
    high, low = sorted(question.hand, reverse=True)
    ranges = {
        int(stack): range_of(
            _with_own(weights, question.hand) if stack == turn else weights, question.board, _LEAST
        )
        for stack, weights in reading.ranges.items()
    }
    _compiled()
    advice = advise(
        question.situation,
        ranges,
        question.act,
        (high, low),
        board=question.board,
        seconds=seconds,
        memory=memory,
    )
    if not advice.is_solved:
        error = f"{advice.percent:.0f} % of the pot"
        words = f"after {seconds:g} s the answer may still be wrong by {error}"
        raise SolveError(SolveRefusal.TOO_LARGE, words)
    # A hand and an act were given, so these are known.
    assert advice.strategy is not None
    assert advice.act_ev is not None
    assert advice.act is not None
    assert advice.loss is not None
    assert advice.equity is not None
    return SolverAnswer(
        acts=tuple(
            SolvedAct(act, often, advice.act_ev[act]) for act, often in advice.strategy.items()
        ),
        act=advice.act,
        loss=advice.loss,
        equity=advice.equity,
        exploitable=advice.percent,
        bets=advice.bets,
        words=f"{advice.iterations} rounds of learning, sizes {advice.bets}",
    )


def solution(
    history: History, number: int, *, seconds: float = SECONDS, memory: int = SOLVER_MEMORY
) -> SolverAnswer:
    """Solve the decision at step *number* of the history's story.

    Raises `SolveError` with the reason if there is no answer, and `HistoryError` if the hand is
    impossible under its rules."""
    past: tuple[PastAct, ...] = ()
    for scene in scenes(history):
        move = scene.move
        if move is None:
            continue
        if scene.number == number:
            dealer = move.before
            cards = whole(history.hands[dealer.turn_to_act])
            if cards is None:
                raise SolveError(SolveRefusal.CARDS, "nobody knows the cards of who acted")
            if any(history.stacks[index] == UNKNOWN_STACK for index in range(history.players)):
                raise SolveError(SolveRefusal.CHIPS, "a stack is not known")
            board = history.board[: dealer.round.board_cards]
            question = SolverQuestion(Situation(dealer), past, board, cards, move.player_act)
            return solved(question, seconds, memory)
        past = (*past, PastAct.from_move(move))
    raise SolveError(SolveRefusal.NO_SUCH_NODE, f"step {number} is no act of this hand")


@cache
def _compiled() -> None:
    """Compile and load the solver before the clock of the first decision starts."""
    for small in (False, True):
        subgame = Subgame.from_board("2c 7d 9h Js", 10, 20, "AsAh", "KK, 88", bets="all-in")
        begin(subgame, small=small, threads=1).improve(5.0, 60.0)


def _seen(situation: Situation, board: tuple[Card, ...]) -> Situation:
    hands = [None] * len(situation.dealer.stacks)
    return Situation(situation.dealer, HandDealer(hands, board), situation.totals)


def _with_own(weights: Floats, hand: tuple[Card, Card]) -> Floats:
    raised = weights.copy()
    number = combo_of(hand[0].number, hand[1].number)
    raised[number] = max(raised[number], _OWN * raised.max())
    return raised
