"""A cash table, as a value. Start with `masa`, then `playing`, `seating` and `position`."""

from pokermasa.masa.change import Change
from pokermasa.masa.game import Game
from pokermasa.masa.masa import Masa
from pokermasa.masa.position import Positions
from pokermasa.masa.refusal import MasaError, MasaRefusal
from pokermasa.masa.seat import Preselected, Seat, SeatStatus
from pokermasa.masa.side import Side
from pokermasa.masa.status import GameStatus
from pokermasa.masa.terms import Entry, Terms

__all__ = [
    "Change",
    "Entry",
    "Game",
    "GameStatus",
    "Masa",
    "MasaError",
    "MasaRefusal",
    "Positions",
    "Preselected",
    "Seat",
    "SeatStatus",
    "Side",
    "Terms",
]
