"""Scopes of bot tokens."""

from enum import StrEnum


class Scope(StrEnum):
    """A permission of a bot token. No scope allows changes to the account itself."""

    PLAY = "play"
    """Watch tables, play and chat there, and get free chips."""
    READ = "read"
    """Read finished hands and the result sheets of hosted tables."""
    HOST = "host"
    """Open, run and close tables."""


USUAL = (Scope.PLAY, Scope.READ)
"""Scopes of a token that is made without a list of scopes."""
