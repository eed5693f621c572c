"""All in or fold before the flop, two players: the equilibrium, every deal and board counted."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Floats
from pokermasa.batch.combo import combos
from pokermasa.equity.all_in import BOARDS, CLASSES, all_in_scores
from pokermasa.solve.refusal import SolveError, SolveRefusal
from pokermasa.strength.hand_class import grid_classes
from pokermasa.strength.range import Range

_ROUNDS = 100_000
_EVERY = 500


class PushFold(NamedTuple):
    """Chips are big blinds. Parts are by class, as in `grid_classes`, row by row."""

    stack: float
    push: Floats
    """How often the small blind goes all in with each class."""
    call: Floats
    """How often the big blind calls with it."""
    push_worth: Floats
    """What going all in brings more than folding, by class."""
    call_worth: Floats
    value: float
    """What the small blind may expect."""
    gains: tuple[float, float]
    """What the best answers to each other would gain."""

    @property
    def ranges(self) -> tuple[Range, Range]:
        """What is pushed, and what calls."""
        return as_range(self.push), as_range(self.call)


def push_or_fold(
    stack: float, small_blind: float = 0.5, ante: float = 0.0, target: float = 1e-4
) -> PushFold:
    """The small blind, who has the button, goes all in or folds; the big blind calls or folds.
    *stack* is what the shorter of both began with, in big blinds, as are the others; it is worked
    out until best answers would gain *target* big blinds at most.

    >>> found = push_or_fold(10)
    >>> [f"{part.percent:.0f}%" for part in found.ranges], f"{found.value:+.3f}"
    (['58%', '37%'], '-0.045')
    """
    if not (0 <= small_blind <= 1 and ante >= 0 and 1 + ante < stack <= 1000):
        words = "a small blind of 0 to 1 big blinds, an ante, and a stack above both, up to 1000"
        raise SolveError(SolveRefusal.CHIPS, f"{words}; not {small_blind}, {ante}, {stack}")
    deals, scores = tables()
    total = deals.sum()
    showdown = (scores / BOARDS - deals) * stack / total  # [push, call]: chips won or lost
    steal, lost = deals * (1 + ante) / total, -(small_blind + ante)
    # what each may choose between, beside folding: with x and y the parts pushed and called,
    # the small blind has  x'(steal - steal y + showdown y) + lost (1 - x)
    folded = deals.sum(axis=1) / total * lost
    regrets, sums = np.zeros((2, 2, CLASSES)), np.zeros((2, CLASSES))
    push = call = np.full(CLASSES, 0.5)
    for time in range(1, _ROUNDS + 1):
        more = steal @ (1 - call) + showdown @ call - folded
        regrets[0] = np.maximum(regrets[0] + np.array([more * (1 - push), -more * push]), 0)
        push = _played(regrets[0])
        more = push @ (steal - showdown)
        regrets[1] = np.maximum(regrets[1] + np.array([more * (1 - call), -more * call]), 0)
        call = _played(regrets[1])
        sums += time**2 * np.array([push, call])
        if time % _EVERY == 0:
            found = _judged(stack, sums, time, deals / total, steal, showdown, folded)
            if sum(found.gains) <= target:
                break
    return found


def _played(regrets: Floats) -> Floats:
    total = regrets.sum(axis=0)
    return np.where(total > 0, regrets[0] / np.where(total > 0, total, 1), 0.5)


def _judged(
    stack: float,
    sums: Floats,
    time: int,
    deals: Floats,
    steal: Floats,
    showdown: Floats,
    folded: Floats,
) -> PushFold:
    push, call = sums / sum(each**2 for each in range(1, time + 1))
    pushing = steal @ (1 - call) + showdown @ call - folded
    calling = push @ (steal - showdown)
    value = float(folded.sum() + push @ pushing)
    gains = (
        float(np.maximum(pushing, 0).sum() - push @ pushing),
        float(np.maximum(calling, 0).sum() - call @ calling),
    )
    met = np.maximum(push @ deals, 1e-12)
    return PushFold(stack, push, call, pushing / deals.sum(axis=1), calling / met, value, gains)


def as_range(parts: Floats) -> Range:
    """The classes that are played at least once in a hundred times."""
    cells = [name for row in grid_classes() for name in row]
    return Range(
        {
            combo: min(1.0, round(float(part), 2))
            for name, part in zip(cells, parts, strict=True)
            if part >= 0.01
            for combo in name.combos
        }
    )


@cache
def tables() -> tuple[Floats, Floats]:
    """[class, other class]: how many deals there are, and their score."""
    return count_deals(), all_in_scores().astype(np.float64)


def count_deals() -> Floats:
    cells, masks = combos().hand_class, combos().mask
    deals = np.zeros((CLASSES, CLASSES))
    for hand in range(len(masks)):
        free = (masks & masks[hand]) == 0
        deals[cells[hand]] += np.bincount(cells[free], minlength=CLASSES)
    return deals
