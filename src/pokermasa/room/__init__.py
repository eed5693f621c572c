"""A room in a Python program, with clients that are your own classes (document 004's server).

All requests go through the real room and its messages (docs/wire.md). docs/room.md has examples.
"""

try:
    import fastapi as _fastapi  # noqa: F401
    import numba as _numba  # noqa: F401
    import sqlalchemy as _sqlalchemy  # noqa: F401
except ImportError as error:
    words = "a room needs: pip install 'pokermasa[room]'"
    raise ImportError(words, name=error.name) from error

from pokermasa.room.client import Client
from pokermasa.room.player import Action, Player
from pokermasa.room.refusal import RoomError
from pokermasa.room.server import Server

__all__ = ["Action", "Client", "Player", "RoomError", "Server"]
