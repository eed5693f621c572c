"""A side: a chair at the masa, numbered from 0, taken or free.

A side is not a stack index: the players on sides 0, 1 and 3 may have stacks 0, 1 and 2 in a hand.
"""

from collections.abc import Iterable, Sequence
from typing import NewType

Side = NewType("Side", int)


def clockwise(after: int, sides: int) -> Sequence[Side]:
    """Return every side once, beginning left of *after* and ending with *after*.

    >>> clockwise(3, 5)
    [4, 0, 1, 2, 3]
    """
    return [Side(side % sides) for side in range(after + 1, after + 1 + sides)]


def next_of(among: Iterable[Side], after: int, sides: int) -> Side:
    """Return the first of *among* clockwise from *after*. *after* itself comes last.

    >>> next_of([Side(0), Side(2)], after=2, sides=5)
    0
    """
    return min(among, key=lambda side: (side - after - 1) % sides)


def between(side: int, first: int, last: int, sides: int) -> bool:
    """Whether *side* lies clockwise after *first* and before *last*, neither included.

    >>> between(4, 3, 1, sides=5), between(1, 3, 1, sides=5)
    (True, False)
    """
    return 0 < (side - first) % sides < ((last - first) % sides or sides)
