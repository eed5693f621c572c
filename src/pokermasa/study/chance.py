"""How often known hands win, counted out: at each step of a hand, and where all are all in."""

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
"""Of a pot to each side, where a live hand is not known and boards are drawn."""


class Chance(NamedTuple):
    """Of one known hand, if nobody acts any more; parts of a pot."""

    stack: StackIndex
    equity: float
    win: float
    tie: float
    within: float
    """Half of the 95 % interval; 0 where every board was counted."""


class Chances:
    """Of the known hands of one history; whatever was counted once is not counted again."""

    def __init__(self, history: History) -> None:
        self.hands = [whole(cards) for cards in history.hands]
        self._found: dict[tuple[tuple[StackIndex, ...], Cards, Cards], tuple[Chance, ...]] = {}

    def at(
        self, live: tuple[StackIndex, ...], board: Cards, gone: Cards = ()
    ) -> tuple[Chance, ...]:
        """Of those of *live* whose cards are known; the others may hold anything. Nothing where
        none is known, or only one is left. *gone* are cards of another board."""
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
        # One thread: in a room the other cores are the tables'.
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
    """For `histories.stats`: exact, hand against hand; many all-ins are alike."""

    @lru_cache(maxsize=50_000)
    def chances(hands: tuple[str, ...], board: str, gone: str) -> tuple[float, ...]:
        return tuple([share.equity for share in equity(hands, board, gone, threads=1).shares])

    def of(
        hands: Sequence[tuple[Card, Card]], board: Sequence[Card], gone: Sequence[Card]
    ) -> Sequence[float]:
        texts = tuple([f"{a}{b}" for a, b in hands])
        return chances(texts, " ".join(map(str, board)), " ".join(map(str, gone)))

    return of
