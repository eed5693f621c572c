"""The ranking of all five-card hands that differ in more than suits, from the weakest up.

A hand rank is an index into this ranking: 1 is 7 5 4 3 2 of several suits, 7462 a royal flush.
All lookup tables are derived from it.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from pokermasa.strength.category import Category

Ranks = tuple[int, ...]

_RANKS_DESCENDING = range(14, 1, -1)
# From 5-4-3-2-ace, in which the ace is the lowest card, up to ace-king-queen-jack-ten.
_STRAIGHTS: tuple[Ranks, ...] = (
    (5, 4, 3, 2, 14),
    *(tuple(range(high, high - 5, -1)) for high in range(6, 15)),
)


@cache
def hand_ranking() -> tuple[Ranks, ...]:
    """Return the five ranks of each hand rank: pairs first, then high to low. Number 0 is empty.

    >>> hand_ranking()[1], hand_ranking()[7462]
    ((7, 5, 4, 3, 2), (14, 13, 12, 11, 10))
    >>> hand_ranking()[Category.FULL_HOUSE.ranks[0]]
    (2, 2, 2, 3, 3)
    """
    return (), *(ranks for category in Category for ranks in _hands(category))


def _hands(category: Category) -> Iterator[Ranks]:
    """Yield the ranks of all hands of a category, the weakest first."""
    match category:
        case Category.HIGH_CARD | Category.FLUSH:
            in_a_row = {tuple(sorted(ranks, reverse=True)) for ranks in _STRAIGHTS}
            yield from (ranks for ranks in _sets(5) if ranks not in in_a_row)
        case Category.ONE_PAIR:
            yield from _alike(2, kickers=3)
        case Category.TWO_PAIR:
            for high, low in _sets(2):
                yield from ((high, high, low, low, *kicker) for kicker in _sets(1, high, low))
        case Category.THREE_OF_A_KIND:
            yield from _alike(3, kickers=2)
        case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
            yield from _STRAIGHTS
        case Category.FULL_HOUSE:
            yield from ((*three, pair, pair) for *three, pair in _alike(3, kickers=1))
        case Category.FOUR_OF_A_KIND:
            yield from _alike(4, kickers=1)


def _alike(count: int, kickers: int) -> Iterator[Ranks]:
    """Yield all hands with *count* cards of one rank and this number of other single cards."""
    for (rank,) in _sets(1):
        yield from ((rank,) * count + others for others in _sets(kickers, rank))


def _sets(count: int, *without: int) -> list[Ranks]:
    """Return all sets of *count* different ranks, each in descending order, the weakest first."""
    ranks = [rank for rank in _RANKS_DESCENDING if rank not in without]
    return sorted(combinations(ranks, count))
