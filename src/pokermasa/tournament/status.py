"""The status of a tournament, and the state of hand-for-hand play."""

from dataclasses import dataclass
from enum import StrEnum

from pokermasa.tournament.entrant import TableNumber
from pokermasa.tournament.ranking import Bust

LEAD = TableNumber(0)
"""The lead table, at which hands count for the levels. Tables are closed from the highest number
down, so this one is never closed."""


class Status(StrEnum):
    """The status of a tournament."""

    REGISTERING = "registering"
    RUNNING = "running"
    PAUSED = "paused"
    ENDED = "ended"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Round:
    """A round of hand-for-hand play, in which each table plays exactly one hand.

    All players who lose their chips in the round go out at the same time. This is fair when the
    next player to go out wins nothing: nobody gains by playing slowly.
    """

    waiting: int
    """The set of tables that have not finished their hand. Bit *n* stands for table *n*."""
    busts: tuple[Bust, ...] = ()
    """The players who have lost all chips in this round."""
