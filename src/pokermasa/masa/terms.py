"""The terms of a masa: what is agreed when it is opened, beside the rules of a hand."""

from enum import StrEnum
from typing import NamedTuple

from pokermasa.rules import Chips
from pokermasa.rules.chips import MOST_CHIPS


class Entry(StrEnum):
    """How somebody who has not paid the blinds comes into the game."""

    FREE = "free"
    """With the next hand, as document 000 says."""
    RETURNING = "returning"
    """A newcomer with the next hand. A player who has missed a blind, or who returns, with the big
    blind when it comes, or at once by posting what is owed."""
    BLIND = "blind"
    """With the big blind, when it comes to them; or at once by posting it."""


class Terms(NamedTuple):
    least_buy_in: Chips = 1
    most_buy_in: Chips = MOST_CHIPS
    """The most a seat may hold after buying in or topping up."""
    entry: Entry = Entry.FREE
    straddle: bool = False
    """The first to act may post twice the big blind before the cards."""
    run_twice: bool = False
    """All-ins before the river may be run twice, if every player left agrees."""
    time_bank: int = 0
    """What a newcomer's time bank holds."""
    absent_play: bool = False
    """Seats that are away are dealt in and pay (tournaments)."""
    rabbit: bool = False
    """After a hand that ended by folds, a player of it may have the rest of the board shown."""

    @classmethod
    def for_blinds(cls, big: Chips) -> "Terms":
        """The usual buy-ins for a big blind: from 20 to 200 of them.

        >>> Terms.for_blinds(2).buy_in_range()
        (40, 400)
        """
        return cls(least_buy_in=20 * big, most_buy_in=200 * big)

    def usual_stack(self, big: Chips, chips: Chips = MOST_CHIPS, kept: Chips = 0) -> Chips:
        """A hundred big blinds, or as near to it as *chips* and the limits of a buy-in allow. The
        least buy-in counts more than *chips*: whoever has fewer is refused.

        >>> Terms(40, 400).usual_stack(2), Terms(40, 400).usual_stack(2, chips=90)
        (200, 90)
        """
        least, most = self.buy_in_range(kept)
        return max(least, min(100 * big, most, chips))

    def buy_in_range(self, kept: Chips = 0) -> tuple[Chips, Chips]:
        """The least and the most chips to sit down with. A player who left with *kept* chips and
        returns brings at least those, even if they are more than the most of others.

        >>> Terms(40, 400).buy_in_range(), Terms(40, 400).buy_in_range(kept=700)
        ((40, 400), (700, 700))
        """
        return max(self.least_buy_in, kept), max(self.most_buy_in, kept)

    def allows(self, stack: Chips, kept: Chips = 0) -> bool:
        """Whether *stack* is within the limits of a buy-in."""
        least, most = self.buy_in_range(kept)
        return least <= stack <= most


USUAL = Terms()
