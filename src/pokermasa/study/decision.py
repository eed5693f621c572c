"""One decision of a player with known cards: the verdict, and the numbers that it comes from."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Floats
from pokermasa.batch.combo import combos
from pokermasa.cards import Card
from pokermasa.equity.against import combo_of
from pokermasa.rules import StackIndex
from pokermasa.strength.range import Range

Grid = tuple[tuple[float, ...], ...]
_CLASSES = 169


class Verdict(StrEnum):
    """The assessment of a decision."""

    GOOD = "good"
    """The act loses nothing that could be measured."""
    CLOSE = "close"
    """The loss is small."""
    DEPENDS = "depends"
    """The loss is large in the solution, but not against an opponent with a slightly tighter or
    looser range."""
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    """A mistake of at least `BLUNDER` big blinds."""
    NONE = "none"
    """There is no verdict. `DecisionStudy.reason` says why."""


class NoVerdict(StrEnum):
    """Why a decision has no verdict."""

    NOT_SOLVED = "not solved"
    """The solver was not asked."""
    MULTIWAY = "multiway"
    """More than two players saw the flop."""
    PREFLOP = "preflop"
    """The tables do not have this situation."""
    SETUP = "setup"
    """The hand has straddles, antes, unusual posts, more than nine players or another betting
    structure than no limit."""
    DEPTH = "depth"
    """There are no tables for stacks of this depth."""
    UNKNOWN = "unknown"
    """A stack is not known, or the cards were dealt in another way than usual."""
    RUN_TWICE = "run twice"
    IN_PLAY = "in play"
    """The betting is not over."""
    TOO_LARGE = "too large"
    """The solution would take more time or memory than allowed."""
    INEXACT = "inexact"
    """The solution is exploitable by more than 1 % of the pot."""
    RARE = "rare"
    """An earlier act is one that the solution almost never plays, so nobody knows the range."""


class Option(NamedTuple):
    act: str
    """The act in Uci."""
    loss: float
    """Expected chips lost, compared with the best act."""
    worth: float | None
    """Expected value in chips, compared with folding (0). None by the preflop tables."""
    often: float | None
    """Frequency (0 to 1) of the act with this hand."""
    is_chosen: bool


class RangeRead(NamedTuple):
    """The range of one player at the moment of the decision."""

    stack: StackIndex
    percent: float
    """Weighted share of all 1,326 hands, in per cent."""
    grid: Grid
    """Weights of the 169 starting hands as 13 rows: aces first, suited hands above the diagonal.
    The likeliest hand has weight 1."""
    hands: Range
    """The same range with a weight for each hand, in hundredths of the likeliest one. The grid
    loses which suits have come."""

    @classmethod
    def from_range(cls, stack: StackIndex, range: Range) -> RangeRead:
        table = combos()
        weights = np.zeros(len(table.hand_class))
        for (high, low), weight in range.items():
            weights[combo_of(high.number, low.number)] = weight
        top = float(weights.max())
        relative = weights / top if top > 0 else weights
        mass = np.bincount(table.hand_class, relative, _CLASSES)
        by_class = np.bincount(table.hand_class, minlength=_CLASSES)
        grid = (mass / by_class).reshape(13, 13)
        percent = 100 * float(relative.sum()) / len(relative)
        hands = {hand: round(weight / top, 2) for hand, weight in range.items()}
        kept = Range({hand: weight for hand, weight in hands.items() if weight > 0})
        return cls(stack, percent, tuple(tuple(row) for row in grid.tolist()), kept)


class DecisionStudy(NamedTuple):
    stack: StackIndex
    verdict: Verdict
    reason: NoVerdict | None = None
    """Why there is no verdict."""
    options: tuple[Option, ...] = ()
    best: str | None = None
    loss: float | None = None
    """Expected chips lost by the chosen act, compared with the best one."""
    least: float | None = None
    """The loss that is left if the opponent's range is a third tighter or looser. One other act
    must be better by this much each time."""
    equity: float | None = None
    """Equity (0 to 1) against the opponent's range."""
    exploitable: float | None = None
    """Exploitability of the solution at this decision, in per cent of the pot."""
    source: str = ""
    """`solution`, `tables` (before the flop), `push or fold` (short stacks before the flop) or
    `cards` (no range can change the verdict)."""
    bets: str = ""
    """Bet sizes in the solver's tree, in addition to those that were played."""
    is_near: bool = True
    """Whether the preflop tables have the story of the hand, apart from sizes."""
    is_tournament: bool = False
    """Whether the values are tournament chips, which are not prizes."""
    is_first: bool = False
    """Whether this is a first answer from small trees. The full solution may differ."""
    ranges: tuple[RangeRead, ...] = ()
    """The ranges of both players as they arrive at the decision."""


GOOD = 0.05
"""A loss up to this number of big blinds, or 1 % of the pot, counts as none."""
MISTAKE = 0.3
"""Smallest loss of a mistake, in big blinds. It is also more than 2 % of the pot."""
BLUNDER = 3.0
"""Smallest loss of a blunder, in big blinds."""
UNUSUAL = 3.0
"""Smallest loss of a mistake, in big blinds, if the tables only have a similar story."""
MIXED = 0.1
"""An act with this frequency in the solution is no mistake."""


def verdict_of(
    loss: float,
    least: float,
    *,
    big: float,
    pot: float,
    exact: float,
    often: float = 0.0,
    is_near: bool = True,
    is_tournament: bool = False,
) -> Verdict:
    """Return the verdict on an act. All amounts are chips; *exact* is the error of the values.

    In tournaments, chips are not prizes. Nothing is called a mistake there."""
    if loss <= max(GOOD * big, 0.01 * pot, exact):
        return Verdict.GOOD
    smallest = max(MISTAKE * big, 0.02 * pot, exact)
    if loss < smallest or often >= MIXED:
        return Verdict.CLOSE
    if least < (smallest if is_near else max(smallest, UNUSUAL * big)) or is_tournament:
        return Verdict.DEPENDS
    return Verdict.BLUNDER if least >= BLUNDER * big else Verdict.MISTAKE


def certain_loss(gains: Floats) -> float:
    """Return the loss that an act has against every range of the opponent.

    *gains* has a row for each range and a column for each other act: how much better the other act
    is. One other act must be better against all ranges. If a fold is better against one range and a
    raise against another, the loss is 0.

    >>> certain_loss(np.array([[3.0, -1.0], [-2.0, 4.0]])), certain_loss(np.array([[3.0], [2.0]]))
    (0.0, 2.0)
    """
    return max(0.0, float(gains.min(axis=0).max()))


def no_verdict(stack: StackIndex, reason: NoVerdict) -> DecisionStudy:
    return DecisionStudy(stack, Verdict.NONE, reason)


def with_own(range: Range, hand: tuple[Card, Card]) -> Range:
    """Return the range with at least a twentieth of its largest weight for the hand that was really
    held."""
    high, low = sorted(hand, reverse=True)
    least = max(range.values(), default=1.0) / 20
    if range.get((high, low), 0.0) >= least:
        return range
    return Range({**range, (high, low): least})
