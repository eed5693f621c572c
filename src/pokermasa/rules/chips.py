"""Chips and stack indexes: their types, splitting a pot, and the order round the table.

`Chips` is an alias of `int`, not a type of its own: chips are added and compared on every act, and
wrapping each sum would cost more than the addition.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NewType, TypeAlias, TypeVar, cast

T = TypeVar("T")
Chips: TypeAlias = int
StackIndex = NewType("StackIndex", int)
"""The index of a stack in one hand's `Dealer`, from 0. It is not the number of a side (a chair):
the masa maps one to the other."""

MOST_CHIPS = 10**15
"""The largest valid amount of chips. It fits into 64-bit integers and into JSON numbers."""


class OddChips(StrEnum):
    """The rule for the chips that remain when a pot cannot be divided equally."""

    ONE_EACH = "one each"
    """The winners get one chip each, beginning with the first winner left of the button."""
    FIRST_WINNER = "first winner"
    """The first winner left of the button gets all of them (as in pokerkit)."""
    DROPPED = "dropped"
    """Nobody gets them; they are recorded as dropped (document 003: "the decimals are ignored")."""


def split(pot: Chips, winners: int, odd: OddChips) -> tuple[Chips, ...]:
    """Return the share of each winner, ordered from the first winner left of the button.

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
    """Return every stack index once, beginning left of *after* and ending with *after*.

    >>> list(clockwise(1, 4))
    [2, 3, 0, 1]
    """
    return [*range(after + 1, players), *range(after + 1)]


def stack_indexes(players: int) -> Sequence[StackIndex]:
    """Return every stack index in ascending order.

    >>> list(stack_indexes(3))
    [0, 1, 2]
    """
    return cast("Sequence[StackIndex]", range(players))


def indexed(stacks: Iterable[T]) -> Iterator[tuple[StackIndex, T]]:
    """Enumerate *stacks*, with indexes typed as `StackIndex`.

    >>> list(indexed("ab"))
    [(0, 'a'), (1, 'b')]
    """
    return cast("Iterator[tuple[StackIndex, T]]", enumerate(stacks))
