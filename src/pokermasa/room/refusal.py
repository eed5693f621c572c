"""How a server of `pokermasa.room` says no."""

from __future__ import annotations


class RoomError(ValueError):
    """Raised when the room refuses something; nothing has changed.

    `code` is the room's own code (docs/wire.md, "Refusals"), such as `NOT_FOUND`, `WRONG_PASSWORD`
    or `NOT_ENOUGH_CHIPS`. The message can be shown to a person.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
