"""The nine categories of poker hands, and the hand ranks that belong to each."""

from __future__ import annotations

from bisect import bisect
from enum import IntEnum

_ENGLISH = (
    *("high card", "one pair", "two pair", "three of a kind", "straight"),
    *("flush", "full house", "four of a kind", "straight flush"),
)
_CHINESE = ("高牌", "一对", "两对", "三条", "顺子", "同花", "葫芦", "四条", "同花顺")

# The smallest hand rank of each category. The distance to the next one is the number of hands of
# the category that differ in more than suits: 1277 high cards, 2860 pairs, and so on.
_FIRST = (1, 1278, 4138, 4996, 5854, 5864, 7141, 7297, 7453)
STRONGEST = 7462


class Category(IntEnum):
    """A category of hands. A higher category beats a lower one.

    A royal flush is the highest straight flush and has no category of its own.

    >>> Category.from_rank(7462)
    <Category.STRAIGHT_FLUSH: 8>
    >>> Category.FULL_HOUSE.english, Category.FULL_HOUSE.chinese
    ('full house', '葫芦')
    >>> Category.FULL_HOUSE.ranks
    range(7141, 7297)
    """

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8

    @classmethod
    def from_rank(cls, rank: int) -> Category:
        """Return the category of a hand rank from 1 to 7462."""
        return cls(bisect(_FIRST, rank) - 1)

    @property
    def english(self) -> str:
        return _ENGLISH[self]

    @property
    def chinese(self) -> str:
        return _CHINESE[self]

    @property
    def ranks(self) -> range:
        """The hand ranks of this category, the weakest first."""
        return range(_FIRST[self], (*_FIRST, STRONGEST + 1)[self + 1])
