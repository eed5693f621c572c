"""A cash table as an immutable value.

A *masa* is a table for a game with chips that players may buy and take away between hands. It has
numbered *sides* (chairs); a *seat* is a taken side with the player's chips and status. Read `masa`
first, then `playing`, `seating` and `position`.
"""

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
