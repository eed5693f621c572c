"""Push or fold: the equilibrium of the game in which two players go all in or fold before the flop.

It is found by CFR+ (Tammelin 2014) with quadratic weights in the average strategy, on the 169 hand
classes. All deals and boards are counted.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from pokermasa.batch.array import Floats
from pokermasa.batch.combo import combos
from pokermasa.equity.all_in import BOARDS, CLASSES, all_in_scores
from pokermasa.notebook import html
from pokermasa.notebook.data import data_frame
from pokermasa.rules.refusal import in_short
from pokermasa.solve.refusal import SolveError, SolveRefusal
from pokermasa.strength.hand_class import grid_classes
from pokermasa.strength.range import Range

_ROUNDS = 100_000
_EVERY = 500


class PushFold(NamedTuple):
    """The equilibrium for one stack size. Chips are big blinds. Arrays have one element per hand
    class, in the order of `grid_classes`, row by row.

    >>> push_or_fold(10)
    <PushFold: 10 bb, push 58 %, call 37 %, worth -0.045 bb>
    """

    stack: float
    """The shorter of the two starting stacks."""
    push: Floats
    """Frequency with which the small blind goes all in, from 0 to 1."""
    call: Floats
    """Frequency with which the big blind calls, from 0 to 1."""
    push_worth: Floats
    """The small blind's expected gain from going all in, compared with a fold."""
    call_worth: Floats
    """The big blind's expected gain from calling, compared with a fold."""
    value: float
    """Expected gain of the small blind per hand."""
    gains: tuple[float, float]
    """Gains of the small blind and of the big blind from switching to a best response."""

    @property
    def ranges(self) -> tuple[Range, Range]:
        """The hands that the small blind pushes, and those with which the big blind calls."""
        return as_range(self.push), as_range(self.call)

    def __repr__(self) -> str:
        push, call = (f"{self._percent(parts):.0f} %" for parts in (self.push, self.call))
        return (
            f"<PushFold: {self.stack:g} bb, push {push}, call {call}, worth {self.value:+.3f} bb>"
        )

    @staticmethod
    def _percent(parts: Floats) -> float:
        combos = [len(name.combos) for row in grid_classes() for name in row]
        return float(100 * (parts @ combos) / sum(combos))

    def _repr_html_(self) -> str:
        grids = []
        for title, parts, colour in (
            ("push", self.push, html.REDS[1]),
            ("call", self.call, html.GOOD),
        ):
            often = iter(parts.tolist())
            cells = [
                [
                    html.Cell(str(name), [(colour, share)], f"{name}: {title} {share:.0%}")
                    for name in row
                    for share in [next(often)]
                ]
                for row in grid_classes()
            ]
            grids.append(html.line(f"{title} {self._percent(parts):.1f} %") + html.grid(cells))
        return html.page(html.line(repr(self)[1:-1]), html.beside(*grids))

    def to_records(self) -> list[dict[str, Any]]:
        """Return one plain dictionary for each class of hands. Chips are big blinds."""
        names = [name for row in grid_classes() for name in row]
        columns = (self.push, self.call, self.push_worth, self.call_worth)
        return [
            {
                "hand": str(name),
                "combos": len(name.combos),
                "push": push,
                "call": call,
                "push_worth": push_worth,
                "call_worth": call_worth,
            }
            for name, push, call, push_worth, call_worth in zip(
                names, *(column.tolist() for column in columns), strict=True
            )
        ]

    def to_frame(self) -> Any:
        """Return the records as a data frame of pandas, or of polars if only that is installed."""
        return data_frame(self.to_records())


def push_or_fold(
    stack: float, small_blind: float = 0.5, ante: float = 0.0, target: float = 1e-4
) -> PushFold:
    """Return the equilibrium in which the small blind, on the button, goes all in or folds, and the
    big blind calls or folds.

    All amounts are big blinds; *stack* is the shorter starting stack. Iterations end when both best
    responses together would gain at most *target*. Raises `SolveError` for amounts that are not
    possible.

    >>> found = push_or_fold(10)
    >>> [f"{part.percent:.0f}%" for part in found.ranges], f"{found.value:+.3f}"
    (['58%', '37%'], '-0.045')
    """
    are_numbers = all(isinstance(chips, int | float) for chips in (small_blind, ante, stack))
    if not (are_numbers and 0 <= small_blind <= 1 and ante >= 0 and 1 + ante < stack <= 1000):
        message = (
            "in big blinds: a small blind from 0 to 1, an ante from 0, "
            "a stack above big blind and ante, at most 1000"
        )
        raise SolveError(SolveRefusal.CHIPS, f"{message}; not {small_blind}, {ante}, {stack}")
    if not isinstance(target, int | float):
        raise SolveError(SolveRefusal.CHIPS, f"a target is in big blinds, not {in_short(target)}")
    pay = _payoffs(stack, small_blind, ante)
    regrets, sums = np.zeros((2, 2, CLASSES)), np.zeros((2, CLASSES))
    push = call = np.full(CLASSES, 0.5)
    for time in range(1, _ROUNDS + 1):
        more = pay.pushing(call)
        regrets[0] = np.maximum(regrets[0] + np.array([more * (1 - push), -more * push]), 0)
        push = _played(regrets[0])
        more = pay.calling(push)
        regrets[1] = np.maximum(regrets[1] + np.array([more * (1 - call), -more * call]), 0)
        call = _played(regrets[1])
        sums += time**2 * np.array([push, call])
        if time % _EVERY == 0:
            found = _judged(stack, sums, time, pay)
            if sum(found.gains) <= target:
                break
    return found


def _played(regrets: Floats) -> Floats:
    """Return the frequencies by regret matching: positive regrets in proportion, else one half."""
    total = regrets.sum(axis=0)
    return np.where(total > 0, regrets[0] / np.where(total > 0, total, 1), 0.5)


def _judged(stack: float, sums: Floats, time: int, pay: _Payoffs) -> PushFold:
    push, call = sums / sum(each**2 for each in range(1, time + 1))
    pushing, calling = pay.pushing(call), pay.calling(push)
    value = float(pay.folded.sum() + push @ pushing)
    gains = (
        float(np.maximum(pushing, 0).sum() - push @ pushing),
        float(np.maximum(calling, 0).sum() - call @ calling),
    )
    return PushFold(stack, push, call, *pay.per_hand(push, call), value, gains)


def worths(
    push: Floats, call: Floats, stack: float, small_blind: float = 0.5, ante: float = 0.0
) -> tuple[Floats, Floats]:
    """Return the small blind's expected gain from going all in against the frequencies *call*, and
    the big blind's from calling against *push*, per class of hands and compared with a fold."""
    return _payoffs(stack, small_blind, ante).per_hand(push, call)


class _Payoffs(NamedTuple):
    """With the frequencies x of pushing and y of calling, the expected value of the small blind is
    x'(steal - steal y + showdown y) + folded'(1 - x)."""

    deals: Floats
    """Probability of each pair of classes."""
    steal: Floats
    """Chips won if the big blind folds, times the probability of the pair."""
    showdown: Floats
    """Chips won or lost if the big blind calls, times the probability of the pair."""
    folded: Floats
    """Chips lost by folding, times the probability of the class."""

    def pushing(self, call: Floats) -> Floats:
        return np.asarray(self.steal @ (1 - call) + self.showdown @ call - self.folded)

    def calling(self, push: Floats) -> Floats:
        return np.asarray(push @ (self.steal - self.showdown))

    def per_hand(self, push: Floats, call: Floats) -> tuple[Floats, Floats]:
        met = np.maximum(push @ self.deals, 1e-12)
        return self.pushing(call) / self.deals.sum(axis=1), self.calling(push) / met


def _payoffs(stack: float, small_blind: float, ante: float) -> _Payoffs:
    counted, scores = tables()
    deals = counted / counted.sum()
    showdown = (scores / BOARDS - counted) * stack / counted.sum()
    lost = -(small_blind + ante)
    return _Payoffs(deals, deals * (1 + ante), showdown, deals.sum(axis=1) * lost)


def as_range(parts: Floats) -> Range:
    """Return the classes that are played at least 1 % of the time as a range."""
    cells = [name for row in grid_classes() for name in row]
    return Range(
        {
            combo: min(1.0, round(float(share), 2))
            for name, share in zip(cells, parts, strict=True)
            if share >= 0.01
            for combo in name.combos
        }
    )


@cache
def tables() -> tuple[Floats, Floats]:
    """Return the number of deals and the all-in score of each pair of classes (class × opponent's
    class)."""
    return count_deals(), all_in_scores().astype(np.float64)


def count_deals() -> Floats:
    """Return the number of pairs of hands that share no card, for each pair of classes."""
    cells, masks = combos().hand_class, combos().mask
    deals = np.zeros((CLASSES, CLASSES))
    for hand in range(len(masks)):
        free = (masks & masks[hand]) == 0
        deals[cells[hand]] += np.bincount(cells[free], minlength=CLASSES)
    return deals
