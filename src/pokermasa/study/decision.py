"""One decision of a player whose cards are known, by the house bot's reckoning.

The bot knows nobody's habits here and no card but the player's own: what it says of the others is
what their acts say of anybody who acts like that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Floats
from pokermasa.batch.combo import combos
from pokermasa.bots.house import House
from pokermasa.bots.house.decision import Decision
from pokermasa.bots.house.option import Option
from pokermasa.cards import Card
from pokermasa.notation import uci
from pokermasa.rules import Chips, PastAct, PlayerAct, Situation, StackIndex, View

Grid = tuple[tuple[float, ...], ...]
_CLASSES = 169


class Alternative(NamedTuple):
    act: str
    """In Uci."""
    cost: Chips
    worth: float
    """Chips that it may be expected to bring, beside folding: what was put in before is gone."""
    all_fold: float
    """The chance that nobody stays."""
    is_chosen: bool


class RangeRead(NamedTuple):
    """What an opponent's acts before this decision leave it."""

    stack: StackIndex
    percent: float
    """How much of all hands that is, weights counted."""
    grid: Grid
    """13 × 13, aces first, suited above the diagonal: 1 for the likeliest hands, 0 for none."""


class SolverQuestion(NamedTuple):
    """A decision, as a solver is asked about it."""

    situation: Situation
    """Without cards."""
    past: tuple[PastAct, ...]
    board: tuple[Card, ...]
    hand: tuple[Card, Card]
    """Of whoever decides."""
    act: PlayerAct
    """What was done."""


class SolvedAct(NamedTuple):
    act: str
    """In Uci."""
    often: float
    """How often it should be done with this hand;"""
    worth: float
    """and what it is worth, in chips beside folding."""


class SolverAnswer(NamedTuple):
    acts: tuple[SolvedAct, ...]
    act: str
    """What was done, as the solver's tree calls it."""
    loss: float
    """Chips that it cost, beside the best."""
    equity: float
    exploitable: float
    """Per cent of the pot: how far from perfect the answer may be."""
    bets: str
    """The sizes that were thought of."""
    words: str = ""
    """Where it comes from."""


Solver = Callable[[SolverQuestion], SolverAnswer | None]
"""None where it has no answer in the time and memory there are."""


class DecisionStudy(NamedTuple):
    stack: StackIndex
    equity: float
    """Against the ranges that the earlier acts leave the opponents."""
    ranges: tuple[RangeRead, ...]
    alternatives: tuple[Alternative, ...]
    """Fold, check or call, the raises worth thinking about and the one that was made."""
    best: str
    loss: float
    """Chips: how far the chosen act is from the best."""
    words: str
    """What the house bot would do, and why."""
    solved: SolverAnswer | None = None


def study(
    house: House, view: View, chosen: PlayerAct, solved: SolverAnswer | None = None
) -> DecisionStudy:
    """*house* is the same for all decisions of one player in the hand: it reads on where it was."""
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


def _options(decision: Decision, view: View, chosen: PlayerAct) -> dict[str, Option]:
    """By Uci, in the order of what they cost. Raises of one size are one, whatever their name. All
    in is weighed where the bot would think of it: of raises many times the pot it knows too little
    to say that they are best."""
    options: dict[str, Option] = {}
    offered = [act for act in view.acts if act.code != "AA"]
    for act in (*offered, *(option.act for option in decision.options), chosen):
        written = _written(act, view)
        if written not in options:
            options[written] = decision.option(act)
    return dict(sorted(options.items(), key=lambda pair: pair[1].cost))


def _written(act: PlayerAct, view: View) -> str:
    """All in as it is sent, a raise by its amount."""
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
