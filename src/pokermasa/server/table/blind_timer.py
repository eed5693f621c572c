"""A timer that raises the blinds of a home game: each level has a fixed length, and the next level
begins between two hands."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from pokermasa.rules import Blinds

MOST_LEVELS = 30
"""Maximum number of levels of one timer."""


class BlindTimer(BaseModel):
    """The blind levels of a home game and the state of their timer. Times are milliseconds of the
    room's clock.

    >>> timer = BlindTimer(levels=((1, 2, 0), (2, 4, 0)), time=60_000, until=100_000)
    >>> timer.is_over(99_999), timer.is_over(100_000)
    (False, True)
    >>> later = timer.next(130_000)
    >>> later.blinds(Blinds(1, 2)), later.until, later.is_over(10**9)
    (Blinds(small=2, big=4, ante=0, big_blind_ante=False), 190000, False)
    """

    model_config = ConfigDict(frozen=True)

    levels: tuple[tuple[int, int, int], ...]
    """Small blind, big blind and ante of each level, in chips."""
    time: int
    """Length of one level in milliseconds."""
    level: int = 0
    """Index of the current level."""
    until: int
    """Time at which the current level ends."""
    left: int | None = None
    """Time left of the level while the game is paused, in milliseconds. None if the timer is
    running."""

    def blinds(self, before: Blinds) -> Blinds:
        """Return the blinds of the current level. Whether the big blind pays the ante for all stays
        as in *before*."""
        return Blinds(*self.levels[self.level], before.big_blind_ante)

    @property
    def is_last(self) -> bool:
        return self.level + 1 >= len(self.levels)

    def left_at(self, now: int) -> int:
        """Return the milliseconds that are left of the level."""
        return max(0, self.until - now) if self.left is None else self.left

    def is_over(self, now: int) -> bool:
        """Return whether the next level is due. This is never the case during a pause or in the
        last level."""
        return not self.is_last and self.left is None and now >= self.until

    def next(self, now: int) -> BlindTimer:
        """Return the timer at the next level. The level has its full length from *now*, even if the
        hand before it took long."""
        return self.model_copy(update={"level": self.level + 1, "until": now + self.time})

    def paused(self, value: bool, now: int) -> BlindTimer:
        """Return the timer stopped (*value* is true) or running again."""
        if value == (self.left is not None):
            return self
        if value:
            return self.model_copy(update={"left": self.left_at(now)})
        return self.model_copy(update={"left": None, "until": now + self.left_at(now)})
