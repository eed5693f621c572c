"""Chips are whole numbers; this is how they are split.

`Chips` and `StackIndex` are names for `int`, not types of their own: chips are added and compared
on every act, and wrapping each sum would cost more than the sum.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import TypeAlias

Chips: TypeAlias = int
StackIndex: TypeAlias = int
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
