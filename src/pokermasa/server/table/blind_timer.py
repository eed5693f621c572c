"""Blinds that go up by the clock at a home game: each level so long, the next one between hands."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from pokermasa.rules import Blinds

MOST_LEVELS = 30


class BlindTimer(BaseModel):
    """Times are the room's clock's, in milliseconds.

    >>> timer = BlindTimer(levels=((1, 2, 0), (2, 4, 0)), time=60_000, until=100_000)
    >>> timer.is_over(99_999), timer.is_over(100_000)
    (False, True)
    >>> later = timer.next(130_000)
    >>> later.blinds(Blinds(1, 2)), later.until, later.is_over(10**9)
    (Blinds(small=2, big=4, ante=0, big_blind_ante=False), 190000, False)
    """

    model_config = ConfigDict(frozen=True)

    levels: tuple[tuple[int, int, int], ...]
    """Small blind, big blind, ante."""
    time: int
    """Of one level."""
    level: int = 0
    until: int
    left: int | None = None
    """While the game is paused: what is left of the level."""

    def blinds(self, before: Blinds) -> Blinds:
        """Of this level; who pays the ante stays as it was."""
        return Blinds(*self.levels[self.level], before.big_blind_ante)

    @property
    def is_last(self) -> bool:
        return self.level + 1 >= len(self.levels)

    def left_at(self, now: int) -> int:
        return max(0, self.until - now) if self.left is None else self.left

    def is_over(self, now: int) -> bool:
        """It is time for the next level."""
        return not self.is_last and self.left is None and now >= self.until

    def next(self, now: int) -> BlindTimer:
        """It has its whole time, however long the hand before it took."""
        return self.model_copy(update={"level": self.level + 1, "until": now + self.time})

    def paused(self, value: bool, now: int) -> BlindTimer:
        if value == (self.left is not None):
            return self
        if value:
            return self.model_copy(update={"left": self.left_at(now)})
        return self.model_copy(update={"left": None, "until": now + self.left_at(now)})
