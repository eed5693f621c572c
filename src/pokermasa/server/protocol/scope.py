"""What a token may be used for."""

from enum import StrEnum


class Scope(StrEnum):
    """What a token may be used for; none of them is the account itself."""

    PLAY = "play"
    """Look on, sit, act and talk at tables, and get chips to play with."""
    READ = "read"
    """Finished hands, and the sheets of hosted tables."""
    HOST = "host"
    """Open, run and close tables."""


USUAL = (Scope.PLAY, Scope.READ)
"""A token's, if nobody says which."""
