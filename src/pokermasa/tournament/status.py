"""Where a tournament stands."""

from dataclasses import dataclass
from enum import StrEnum

from pokermasa.tournament.entrant import TableNumber
from pokermasa.tournament.ranking import Bust

LEAD = TableNumber(0)
"""The table that the levels are counted at. Tables are broken from the highest number down, so it
is the last."""


class Status(StrEnum):
    REGISTERING = "registering"
    RUNNING = "running"
    PAUSED = "paused"
    ENDED = "ended"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Round:
    """A round of hand-for-hand play: each table plays one hand, and all who go out in it go out at
    the same time."""

    waiting: int
    """The tables that have not finished their hand, a bit for each."""
    busts: tuple[Bust, ...] = ()
