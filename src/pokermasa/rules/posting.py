"""What was paid before the cards, one posting after another.

`opening.open_hand` is the only place that works it out; events, archives, histories and clients
read it.
"""

from enum import StrEnum
from typing import NamedTuple

from pokermasa.rules.chips import Chips, StackIndex


class PostingKind(StrEnum):
    ANTE = "ante"
    SMALL = "small blind"
    BIG = "big blind"
    STRADDLE = "straddle"
    DEAD = "dead blind"
    """Straight into the pot, not everybody's: a missed small blind."""
    LATE = "late blind"
    """A newcomer's: live, but it does not decide who acts first."""

    @property
    def is_live(self) -> bool:
        """Whether it lies in front of its stack as a wager."""
        return self not in (PostingKind.ANTE, PostingKind.DEAD)


class Posting(NamedTuple):
    stack: StackIndex
    kind: PostingKind
    chips: Chips
    """What was really paid: no more than the stack had."""
    is_all_in: bool = False
    """It took the stack's last chip."""
