"""The status of a hand on a masa."""

from enum import IntEnum


class GameStatus(IntEnum):
    """The status of a hand. As in document 000, a hand is finished from `ONE_WIN` on."""

    CREATED = 10
    """The hand ended with the deal because blinds and antes put all players all in."""
    STARTED = 20
    ONE_WIN = 30
    SHOWDOWN = 40
    ABORTED = 50
