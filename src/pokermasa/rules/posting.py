"""A forced payment that was made before the cards were dealt.

Only `opening.open_hand` computes these payments. Events, archives, histories and clients read them.
"""

from enum import StrEnum
from typing import NamedTuple

from pokermasa.rules.chips import Chips, StackIndex


class PostingKind(StrEnum):
    """The kind of a forced payment."""

    ANTE = "ante"
    SMALL = "small blind"
    BIG = "big blind"
    STRADDLE = "straddle"
    DEAD = "dead blind"
    """A small blind that the player missed earlier. It goes directly into the pot."""
    LATE = "late blind"
    """The blind of a new player. It counts as a wager but does not change who acts first."""

    @property
    def is_live(self) -> bool:
        """Whether the chips count as the stack's wager. Otherwise they go directly into the pot."""
        return self not in (PostingKind.ANTE, PostingKind.DEAD)


class Posting(NamedTuple):
    """One forced payment of one stack."""

    stack: StackIndex
    kind: PostingKind
    chips: Chips
    """The chips really paid, which are fewer than due if the stack had fewer."""
    is_all_in: bool = False
    """Whether the payment took the stack's last chip."""
