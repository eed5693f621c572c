"""Equities of known hands: at each step of a hand, and at all-ins for adjusted results."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from pokermasa.cards import Card
from pokermasa.equity import equity
from pokermasa.equity.calculation import RangeLike
from pokermasa.histories.history import History, whole
from pokermasa.histories.stats import EquityOf
from pokermasa.rules import StackIndex
from pokermasa.strength.range import Range

Cards = tuple[Card, ...]
PRECISION = 0.005
"""Half width of the 95 % interval, as a part of the pot, if a live hand is unknown and the equity
is sampled."""


class Chance(NamedTuple):
    """The equity of one known hand if nobody acts any more, as parts of the pot (0 to 1)."""

    stack: StackIndex
    equity: float
    win: float
    tie: float
    within: float
    """Half width of the 95 % interval. 0 if every board was counted."""


class Chances:
    """Equities of the known hands of one history. Results are cached."""

    def __init__(self, history: History) -> None:
        self.hands = [whole(cards) for cards in history.hands]
        self._found: dict[tuple[tuple[StackIndex, ...], Cards, Cards], tuple[Chance, ...]] = {}

    def at(
        self, live: tuple[StackIndex, ...], board: Cards, gone: Cards = ()
    ) -> tuple[Chance, ...]:
        """Return the equities of the known hands among *live*; unknown hands are random.

        *gone* are cards of another board, which cannot come again. Returns an empty tuple if no
        hand is known or only one player is left."""
        known = [stack for stack in live if self.hands[stack] is not None]
        if not known or len(live) < 2:
            return ()
        key = live, board, gone
        if key not in self._found:
            self._found[key] = self._count(known, len(live) - len(known), board, gone)
        return self._found[key]

    def _count(
        self, known: list[StackIndex], unknown: int, board: Cards, gone: Cards
    ) -> tuple[Chance, ...]:
        hands = [hand for stack in known if (hand := self.hands[stack]) is not None]
        # One thread: in a room, the other cores serve the tables.
        if unknown:
            asked: list[RangeLike] = [*hands, *[_any()] * unknown]
            counted = equity(asked, board, gone, precision=PRECISION, threads=1)
        else:
            counted = equity(hands, board, gone, exact=True, threads=1)
        return tuple(
            Chance(stack, share.equity, share.win, share.tie, share.interval[1] - share.equity)
            for stack, share in zip(known, counted.shares, strict=False)
        )


@cache
def _any() -> Range:
    return Range.read("random")


def all_in_equity() -> EquityOf:
    """Return the exact equity function that `histories.stats` needs, with a cache of its own."""

    @lru_cache(maxsize=50_000)
    def chances(hands: tuple[str, ...], board: str, gone: str) -> tuple[float, ...]:
        return tuple([share.equity for share in equity(hands, board, gone, threads=1).shares])

    def equities(
        hands: Sequence[tuple[Card, Card]], board: Sequence[Card], gone: Sequence[Card]
    ) -> Sequence[float]:
        texts = tuple([f"{a}{b}" for a, b in hands])
        return chances(texts, " ".join(map(str, board)), " ".join(map(str, gone)))

    return equities
