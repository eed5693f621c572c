"""More is asked of the room than it can do: the latest is refused at once, so that whatever was
taken on is done soon. As soon as it is, everything is taken on again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from pokermasa.server.refusal import Refused, RoomRefusal

MOST_ACTS = 100
"""Number of acts that are processed at the same time. One more is refused with `BUSY`. While half
as many are processed, clients without a seat at a table are refused too."""


class Overload:
    def __init__(self) -> None:
        self.acts = 0
        """Those that have come and are not answered yet."""

    @contextlib.contextmanager
    def act(self) -> Iterator[None]:
        if self.acts >= MOST_ACTS:
            raise Refused(RoomRefusal.BUSY)
        self.acts += 1
        try:
            yield
        finally:
            self.acts -= 1

    @property
    def is_near(self) -> bool:
        """Half of what the room can do is taken up: players act, whoever is new waits."""
        return 2 * self.acts >= MOST_ACTS

    def verify_may_come(self) -> None:
        if self.is_near:
            raise Refused(RoomRefusal.BUSY)
