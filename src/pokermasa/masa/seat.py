"""A seat: the player on a side, with chips, status and choices for the next hands."""

from enum import StrEnum
from typing import Any, NamedTuple

from pokermasa.rules import Chips


class SeatStatus(StrEnum):
    """The status of a seat. The values are the names in document 000."""

    WAIT_OTHERS = "WaitOthers"
    """The player is alone at the table."""
    WAIT_NEXT_HAND = "WaitNextHand"
    SITOUT_NEXT_HAND = "SitoutNextHand"
    """The player will be removed after the current hand."""
    INVOLVED = "Involved"
    """The player has been dealt in."""


class Preselected(StrEnum):
    """An act that a player chooses before their turn."""

    FOLD = "fold"
    CHECK = "check"
    """A check. The choice is cancelled if there is something to call."""
    CHECK_FOLD = "check or fold"
    """A check if there is nothing to call, otherwise a fold."""
    CALL = "call"
    """A call of the present price. The choice is cancelled if the price changes."""


class Seat(NamedTuple):
    """A player on a side.

    >>> from pokermasa.masa import Masa
    >>> masa = Masa.open(sides=6, rules="tda").buy_in(side=2, stack=200).masa
    >>> masa.seats[2].stack, masa.seats[2].status.value
    (200, 'WaitOthers')
    """

    stack: Chips
    """The player's chips. During a hand these are the chips from before the hand."""
    status: SeatStatus
    away: bool = False
    """Whether the player is away. Then they are not dealt in (except with `Terms.absent_play`)."""
    leaving: bool = False
    """Whether the player folds at their next turn and leaves after the hand."""
    missed_small: bool = False
    """Whether the player owes a small blind, missed while away."""
    missed_big: bool = False
    """Whether the player owes a big blind, missed while away or not yet paid by a new player."""
    is_new: bool = False
    """Whether the player has not been dealt in yet."""
    posts: bool = False
    """Whether the player pays owed blinds with the next hand instead of waiting for the big one."""
    straddles: bool = False
    """Whether the player posts a straddle in the next hand in which they are first to act."""
    time_bank: int = 0
    """The player's reserve of time for long decisions. The unit is the caller's."""
    preselected: Preselected | None = None
    """The act chosen before the player's turn."""
    preselected_price: Chips = 0
    """The price when the act was chosen."""

    def replace(self, **changes: Any) -> "Seat":
        """Return a copy with some fields changed."""
        return self._replace(**changes)

    @property
    def owes(self) -> bool:
        """Whether the player owes a blind."""
        return self.missed_small or self.missed_big
