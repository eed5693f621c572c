"""One decision of a player with known cards, judged with the model of the house bot.

The bot has no statistics of the opponents here and sees no card but the player's own. Its ranges
for the opponents come from their acts alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Floats
from pokermasa.batch.combo import combos
from pokermasa.bots.house import House
from pokermasa.bots.house.decision import HouseDecision
from pokermasa.bots.house.option import Option
from pokermasa.cards import Card
from pokermasa.notation import uci
from pokermasa.rules import Chips, PastAct, PlayerAct, Situation, StackIndex, View

Grid = tuple[tuple[float, ...], ...]
_CLASSES = 169


class Alternative(NamedTuple):
    act: str
    """The act in Uci."""
    cost: Chips
    worth: float
    """Expected value in chips, compared with folding (0)."""
    all_fold: float
    """Probability (0 to 1) that all opponents fold."""
    is_chosen: bool


class RangeRead(NamedTuple):
    """The range of one opponent, estimated from the acts before this decision."""

    stack: StackIndex
    percent: float
    """Weighted share of all 1,326 hands, in per cent."""
    grid: Grid
    """Weights of the 169 starting hands as 13 rows: aces first, suited hands above the diagonal.
    The likeliest hand has weight 1."""


class SolverQuestion(NamedTuple):
    """A decision that a solver is to judge."""

    situation: Situation
    """The situation before the act, without cards."""
    past: tuple[PastAct, ...]
    board: tuple[Card, ...]
    hand: tuple[Card, Card]
    """Hole cards of the player to act."""
    act: PlayerAct
    """The act that the player chose."""


class SolvedAct(NamedTuple):
    act: str
    """The act in Uci."""
    often: float
    """Frequency (0 to 1) of the act in the solution, with this hand."""
    worth: float
    """Expected value in chips, compared with folding (0)."""


class SolverAnswer(NamedTuple):
    acts: tuple[SolvedAct, ...]
    act: str
    """The chosen act, as the nearest act of the solver's tree."""
    loss: float
    """Expected chips lost by the chosen act, compared with the best one."""
    equity: float
    exploitable: float
    """Exploitability of the solution, in per cent of the pot."""
    bets: str
    """Bet sizes in the solver's tree."""
    words: str = ""
    """A sentence on how the solution was computed."""


Solver = Callable[[SolverQuestion], SolverAnswer | None]
"""A solver for single decisions. It returns None if its time or memory does not suffice."""


class DecisionStudy(NamedTuple):
    stack: StackIndex
    equity: float
    """Equity (0 to 1) against the opponents' estimated ranges."""
    ranges: tuple[RangeRead, ...]
    alternatives: tuple[Alternative, ...]
    """Fold, check or call, the raises that the bot considers, and the chosen act."""
    best: str
    loss: float
    """Expected chips lost by the chosen act, compared with the best one."""
    words: str
    """The act that the house bot prefers, with its reason."""
    solved: SolverAnswer | None = None


def study(
    house: House, view: View, chosen: PlayerAct, solved: SolverAnswer | None = None
) -> DecisionStudy:
    """Judge *chosen*. Pass the same *house* for all decisions of one player in a hand, since it
    continues its reading of the acts from the last decision."""
    assert view.viewer is not None
    decision = house.decision(view)
    options = _options(decision, view, chosen)
    worth = {act: option.worth for act, option in options.items()}
    best = max(worth, key=lambda act: worth[act])
    done = _written(chosen, view)
    return DecisionStudy(
        stack=view.viewer,
        equity=decision.factors.chance,
        ranges=tuple(_read(stack, weights) for stack, weights in decision.reading.ranges.items()),
        alternatives=tuple(
            Alternative(act, option.cost, option.worth, option.alone, act == done)
            for act, option in options.items()
        ),
        best=best,
        loss=worth[best] - worth[done],
        words=decision.choice().reason,
        solved=solved,
    )


def _options(decision: HouseDecision, view: View, chosen: PlayerAct) -> dict[str, Option]:
    """Return the options by Uci, cheapest first; raises to the same amount are one option.

    An all-in is included only if the bot considers it or it was chosen, because the bot's model is
    too coarse to recommend raises of many times the pot."""
    options: dict[str, Option] = {}
    offered = [act for act in view.acts if act.code != "AA"]
    for act in (*offered, *(option.act for option in decision.options), chosen):
        written = _written(act, view)
        if written not in options:
            options[written] = decision.option(act)
    return dict(sorted(options.items(), key=lambda pair: pair[1].cost))


def _written(act: PlayerAct, view: View) -> str:
    """Return the Uci of *act*: `AA` for every kind of all-in, and raises by their amount."""
    if act.code in ("AA", "AC", "AH", "AF"):
        return "AA"
    to = getattr(act, "to", None)
    return uci.write(act) if to is None else f"RR{to}"


def _read(stack: StackIndex, weights: Floats) -> RangeRead:
    cells = combos().hand_class
    top = float(weights.max())
    relative = weights / top if top > 0 else weights
    mass = np.bincount(cells, relative, _CLASSES)
    held = np.bincount(cells, minlength=_CLASSES)
    grid = (mass / held).reshape(13, 13)
    return RangeRead(
        stack,
        100 * float(relative.sum()) / len(relative),
        tuple(tuple(row) for row in grid.tolist()),
    )
