"""Chips are whole numbers; this is how they are split.

`Chips` is a name for `int`, not a type of its own: chips are added and compared on every act, and
wrapping each sum would cost more than the sum.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NewType, TypeAlias, TypeVar, cast

T = TypeVar("T")
Chips: TypeAlias = int
StackIndex = NewType("StackIndex", int)
"""A place in one hand's `Dealer`. The masa maps it to a side; it is never a side itself."""

MOST_CHIPS = 10**15
"""More than any stack or pot may hold: fits every array, database and JSON reader we meet."""


class OddChips(StrEnum):
    """Who gets what is left when a pot does not divide."""

    ONE_EACH = "one each"
    """One chip each, first to the winner nearest the button's left."""
    FIRST_WINNER = "first winner"
    """All to the winner nearest the button's left (pokerkit)."""
    DROPPED = "dropped"
    """Nobody: they are booked as dropped (document 003, "the decimals are ignored")."""


def split(pot: Chips, winners: int, odd: OddChips) -> tuple[Chips, ...]:
    """Each winner's share of *pot*; winners stand in order from the left of the button.

    >>> split(100, 3, OddChips.ONE_EACH), split(101, 3, OddChips.ONE_EACH)
    ((34, 33, 33), (34, 34, 33))
    >>> split(101, 3, OddChips.FIRST_WINNER), split(101, 3, OddChips.DROPPED)
    ((35, 33, 33), (33, 33, 33))
    """
    share, rest = divmod(pot, winners)
    match odd:
        case OddChips.ONE_EACH:
            return (share + 1,) * rest + (share,) * (winners - rest)
        case OddChips.FIRST_WINNER:
            return (share + rest,) + (share,) * (winners - 1)
        case OddChips.DROPPED:
            return (share,) * winners


def clockwise(after: StackIndex, players: int) -> Sequence[StackIndex]:
    """Every stack index once, beginning left of *after* and ending with it.

    >>> list(clockwise(1, 4))
    [2, 3, 0, 1]
    """
    return [*range(after + 1, players), *range(after + 1)]


def stack_indexes(players: int) -> Sequence[StackIndex]:
    """Every stack index, in order.

    >>> list(stack_indexes(3))
    [0, 1, 2]
    """
    return cast("Sequence[StackIndex]", range(players))


def indexed(stacks: Iterable[T]) -> Iterator[tuple[StackIndex, T]]:
    """As `enumerate`: each of *stacks* with its index.

    >>> list(indexed("ab"))
    [(0, 'a'), (1, 'b')]
    """
    return cast("Iterator[tuple[StackIndex, T]]", enumerate(stacks))
