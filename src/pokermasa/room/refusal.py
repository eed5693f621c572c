"""The error that a `pokermasa.room` server raises."""

from __future__ import annotations


class RoomError(ValueError):
    """Raised if the room refuses a request. Nothing has changed then.

    `code` is the room's own code (docs/wire.md, "Refusals"), such as `NOT_FOUND`, `WRONG_PASSWORD`
    or `NOT_ENOUGH_CHIPS`. The message can be shown to users.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
