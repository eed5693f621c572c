"""The analysis of one finished hand, shared by the web page of a hand and `masa replay`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Literal, NamedTuple

from pokermasa.bots.house.price import Price
from pokermasa.cards import Card
from pokermasa.histories.hand_stats import HandStats
from pokermasa.histories.history import (
    Acted,
    BoardDealt,
    History,
    HoleDealt,
    Shown,
    whole,
)
from pokermasa.histories.input_check import verified_history
from pokermasa.histories.replay import Scene, result, scenes
from pokermasa.notation import fen, uci
from pokermasa.rules import (
    Chips,
    HandDealer,
    Move,
    Situation,
    StackIndex,
    View,
)
from pokermasa.rules.chips import stack_indexes
from pokermasa.study.chance import Chance, Chances, all_in_equity
from pokermasa.study.decision import DecisionStudy
from pokermasa.study.judging import judged
from pokermasa.study.solved_line import Limits, Watch


class Odds(NamedTuple):
    """The price of a call and the pot, right before an act."""

    to_call: Chips
    pot: Chips
    """Chips that a call can win. The call itself is not counted."""
    needed: float
    """Equity (0 to 1) at which a call breaks even: the call divided by the pot after it."""
    stack_to_pot: float
    """Effective stack divided by the pot after a call."""


StepKind = Literal["start", "act", "board", "show"]


class StepStudy(NamedTuple):
    """The table right after one step. If the step is an act, `odds` and `decision` describe it."""

    number: int
    """Index of the step in `History.story`, or -1 for the start (blinds posted, cards dealt)."""
    kind: StepKind
    run: int
    """Number of the board, from 1. Only a hand that was run several times has a second one."""
    stack: StackIndex | None
    act: str | None
    """The act in Uci, as the dealer recorded it."""
    fen: str
    board: tuple[Card, ...]
    pot: Chips
    chances: tuple[Chance, ...]
    unknown: int
    """Number of live hands with unknown cards."""
    odds: Odds | None = None
    decision: DecisionStudy | None = None
    words: str = ""
    """A remark on the step, for example a house bot's reason for its act."""


class Analysis(NamedTuple):
    history: History
    viewer: int | None
    steps: tuple[StepStudy, ...]
    net: tuple[Chips, ...] | None
    """Chips won or lost by each stack, after rake. None if the history does not say who won."""
    adjusted: tuple[float, ...] | None
    """Net chips if every pot were shared by equity at the moment when all players were all in.

    None if no cards were to come at that moment or a live hand is unknown."""


def analyse(
    history: History,
    viewer: int | None = None,
    *,
    decisions: Collection[int] | None = None,
    solver: Limits | None = None,
    watch: Watch = lambda _: None,
) -> Analysis:
    """Analyse each step of *history*, which holds only the cards that its reader may see.

    *decisions* are the stacks whose decisions are judged. By default these are the viewer's own,
    or, without a viewer, those of all players with known cards. Decisions from the flop on are
    solved only if *solver* is given: its limits apply to each of these players. *watch* is called
    with the part that is done. Raises `HistoryError` if the hand is impossible under its rules.

    >>> from pokermasa.histories import phh
    >>> hand = phh.read("variant = 'NT'\\nantes = [0, 0]\\nblinds_or_straddles = [1, 2]\\n"
    ...     "min_bet = 2\\nstarting_stacks = [40, 40]\\nactions = ['d dh p1 QsQd', 'd dh p2 AhKh',"
    ...     "'p2 cbr 40', 'p1 cc', 'p2 sm AhKh', 'p1 sm QsQd', 'd db 2c7d9h', 'd db 3s',"
    ...     "'d db 4d']")
    >>> analysis = analyse(hand)
    >>> [f"{chance.equity:.4%}" for chance in analysis.steps[2].chances]
    ['53.7855%', '46.2145%']
    >>> analysis.net, [round(chips, 2) for chips in analysis.adjusted]
    ((40, -40), [3.03, -3.03])
    """
    verified_history(history)
    if decisions is None:
        decisions = stack_indexes(history.players) if viewer is None else (viewer,)
    end = result(history)
    net = None if end is None else tuple(end.net)
    adjusted = None
    if not history.is_cancelled:
        shares = HandStats(history, end).adjusted(all_in_equity())
        adjusted = None if shares is None else tuple(shares)
    studies = judged(history, [*map(StackIndex, decisions)], solver, watch)
    return Analysis(history, viewer, tuple(_steps(history, studies)), net, adjusted)


def _steps(history: History, studies: Mapping[int, DecisionStudy]) -> Iterator[StepStudy]:
    chances = Chances(history)
    opening, scene = None, None
    for scene in scenes(history):
        step, move = scene.step, scene.move
        if step is None or isinstance(step, HoleDealt):
            opening = scene  # all cards are dealt in one go
            continue
        if opening is not None:
            yield _step(opening, "start", chances)
            opening = None
        if isinstance(step, Acted):
            if move is None:
                continue  # a check that no rule asks for
            after = _step(scene, "act", chances)
            act = uci.write(move.player_act)
            yield after._replace(
                stack=step.stack,
                act=act,
                odds=_odds(history, move),
                decision=studies.get(scene.number),
            )
        elif isinstance(step, BoardDealt):
            yield _step(scene, "board", chances)
        elif isinstance(step, Shown) and (step.cards is None or whole(step.cards)):
            yield _step(scene, "show", chances)._replace(stack=step.stack)
    if scene is not None and opening is not None:
        yield _step(opening, "start", chances)
    if scene is not None:
        yield from _more_boards(history, scene, chances)


def _step(scene: Scene, kind: StepKind, chances: Chances) -> StepStudy:
    live = _live(scene)
    found = chances.at(live, scene.board)
    return StepStudy(
        number=scene.number if kind != "start" else -1,
        kind=kind,
        run=1,
        stack=None,
        act=None,
        fen=fen.write(scene.dealer),
        board=scene.board,
        pot=scene.dealer.pot,
        chances=found,
        unknown=len(live) - len(found) if found else 0,
        words=scene.step.remark if scene.step is not None else "",
    )


def _live(scene: Scene) -> tuple[StackIndex, ...]:
    folded = {index for index, cards in scene.shown.items() if cards is None}
    remaining = View.from_situation(scene.situation, None).remaining
    return tuple([index for index in remaining if index not in folded])


def _more_boards(history: History, last: Scene, chances: Chances) -> Iterator[StepStudy]:
    """Yield the boards after the first, card by card. Cards of earlier boards are dead."""
    common = history.common_cards
    gone = history.board[common:]
    live = View.from_situation(last.situation, None).remaining
    for run, board in enumerate(history.more_boards, start=2):
        for lying in (3, 4, 5):
            if lying <= common:
                continue
            found = chances.at(live, board[:lying], gone)
            step = _step(last, "board", chances)
            yield step._replace(
                run=run,
                board=board[:lying],
                chances=found,
                unknown=len(live) - len(found) if found else 0,
                words="",
            )
        gone += board[common:]


def _odds(history: History, move: Move) -> Odds:
    """Return the odds right before an act."""
    board = history.board[: move.before.round.board_cards]
    nobody = [None] * history.players
    situation = Situation(move.before, HandDealer(nobody, board))
    price = Price.from_view(View.from_situation(situation, move.before.turn_to_act))
    return Odds(price.to_call, price.pot, price.odds, price.depth)
