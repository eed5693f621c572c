"""Who sits on a side: stack, status, and what the masa remembers of them."""

from enum import StrEnum
from typing import Any, NamedTuple

from pokermasa.rules import Chips


class SeatStatus(StrEnum):
    """The words are document 000's."""

    WAIT_OTHERS = "WaitOthers"
    WAIT_NEXT_HAND = "WaitNextHand"
    SITOUT_NEXT_HAND = "SitoutNextHand"
    INVOLVED = "Involved"


class Preselected(StrEnum):
    """An act chosen before the turn comes."""

    FOLD = "fold"
    CHECK = "check"
    """Void once there is something to call."""
    CHECK_FOLD = "check or fold"
    CALL = "call"
    """This price and no other: void when it changes."""


class Seat(NamedTuple):
    stack: Chips
    """While a hand is played, what the seat began it with; the dealer has the rest."""
    status: SeatStatus
    away: bool = False
    """Not dealt in until back."""
    leaving: bool = False
    """Folds when the turn comes and leaves after the hand."""
    missed_small: bool = False
    missed_big: bool = False
    """Owes the blind before the next hand: missed while away, or never paid by a newcomer."""
    is_new: bool = False
    """Has not been dealt in yet."""
    posts: bool = False
    """Would rather pay what is owed than wait for the big blind."""
    straddles: bool = False
    time_bank: int = 0
    """Time left for hard decisions; the unit is the caller's."""
    preselected: Preselected | None = None
    preselected_price: Chips = 0

    def but(self, **changes: Any) -> "Seat":
        return self._replace(**changes)

    @property
    def owes(self) -> bool:
        return self.missed_small or self.missed_big
