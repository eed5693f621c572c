"""Refuses new work while the room is overloaded.

Refusing at once keeps the delay of accepted acts short. Everything is accepted again when enough
acts are answered.
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
        """Number of acts that were received and not yet answered."""

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
        """Whether half of the limit is used. Players can still act, but newcomers are refused."""
        return 2 * self.acts >= MOST_ACTS

    def verify_may_come(self) -> None:
        if self.is_near:
            raise Refused(RoomRefusal.BUSY)
