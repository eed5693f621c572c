"""Decisions between two players after the flop, given to the solver.

Both ranges are what the acts so far leave of all hands, read by somebody who sees nobody's cards:
what two good players would do who know that of each other. The hand that was held stays among its
player's, however unlikely its acts made it.
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
from pokermasa.solve.spot import Spot
from pokermasa.study.decision import SolvedAct, Solver, SolverAnswer, SolverQuestion

SECONDS = 5.0
SOLVER_MEMORY = 100_000_000
"""Bytes: larger trees would not be learnt in the time."""
_LEAST = 0.02  # of the likeliest hand: what is less likely is left out
_OWN = 0.05  # of the likeliest hand: the least that the hand which was held is given


def solver(seconds: float = SECONDS, memory: int = SOLVER_MEMORY) -> Solver:
    """For `analyse`; each decision may take so long."""

    def answer(question: SolverQuestion) -> SolverAnswer | None:
        try:
            return solved(question, seconds, memory)
        except SolveError:
            return None

    return answer


def solved(
    question: SolverQuestion, seconds: float = SECONDS, memory: int = SOLVER_MEMORY
) -> SolverAnswer:
    """`SolveError` says why there is no answer."""
    turn = question.situation.dealer.turn_to_act
    view = View.of(_seen(question.situation, question.board), None, question.past)
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
    told = advise(
        question.situation,
        ranges,
        question.act,
        (high, low),
        board=question.board,
        seconds=seconds,
        memory=memory,
    )
    if not told.is_solved:
        words = (
            f"after {seconds:g} s the answer may still be wrong by {told.percent:.0f} % of the pot"
        )
        raise SolveError(SolveRefusal.TOO_LARGE, words)
    # A hand and an act were given, so these are known.
    assert told.strategy is not None
    assert told.act_ev is not None
    assert told.act is not None
    assert told.loss is not None
    assert told.equity is not None
    return SolverAnswer(
        acts=tuple(SolvedAct(act, often, told.act_ev[act]) for act, often in told.strategy.items()),
        act=told.act,
        loss=told.loss,
        equity=told.equity,
        exploitable=told.percent,
        bets=told.bets,
        words=f"{told.iterations} rounds of learning, sizes {told.bets}",
    )


def solution(
    history: History, number: int, *, seconds: float = SECONDS, memory: int = SOLVER_MEMORY
) -> SolverAnswer:
    """Of the act which is step *number* of the history's story. `SolveError` says why there is no
    answer, `HistoryError` that the hand could not have happened."""
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
        past = (*past, PastAct.of(move))
    raise SolveError(SolveRefusal.NO_SUCH_NODE, f"step {number} is no act of this hand")


@cache
def _compiled() -> None:
    """Whatever is compiled for it is compiled and loaded now, and not in the time it may think."""
    for small in (False, True):
        spot = Spot.of("2c 7d 9h Js", 10, 20, "AsAh", "KK, 88", bets="all-in")
        begin(spot, small=small, threads=1).improve(5.0, 60.0)


def _seen(situation: Situation, board: tuple[Card, ...]) -> Situation:
    hands = [None] * len(situation.dealer.stacks)
    return Situation(situation.dealer, HandDealer(hands, board), situation.totals)


def _with_own(weights: Floats, hand: tuple[Card, Card]) -> Floats:
    kept = weights.copy()
    number = combo_of(hand[0].number, hand[1].number)
    kept[number] = max(kept[number], _OWN * kept.max())
    return kept
