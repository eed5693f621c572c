"""What becomes of the game on a masa."""

from enum import IntEnum


class GameStatus(IntEnum):
    """Ordered as document 000 compares them: dealt below `ONE_WIN`, finished from there on."""

    CREATED = 10
    """Everybody was all in from the blinds: there is nothing to play, only cards to turn up."""
    STARTED = 20
    ONE_WIN = 30
    SHOWDOWN = 40
    ABORTED = 50
