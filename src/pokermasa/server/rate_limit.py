"""How often somebody may ask: so many a second, for each account or address."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

KEPT = 20_000


class RateLimit:
    """So many a second, with a little in hand for a burst."""

    __slots__ = ("_at", "_left", "_most", "_rate", "_steady")

    def __init__(
        self, a_second: float, steady: Callable[[], float], most: float | None = None
    ) -> None:
        self._rate = a_second
        self._steady = steady
        self._most = max(1.0, 2 * a_second if most is None else most)
        self._left = self._most
        self._at = steady()

    def take(self) -> bool:
        now = self._steady()
        self._left = min(self._most, self._left + max(0.0, now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def give_back(self) -> None:
        self._left = min(self._most, self._left + 1)


class RateLimits:
    """One allowance each; whoever has not asked for longest is forgotten first."""

    def __init__(
        self, a_second: float, steady: Callable[[], float], most: float | None = None
    ) -> None:
        self._terms = a_second, steady, most
        self._by: OrderedDict[Hashable, RateLimit] = OrderedDict()

    def take(self, who: Hashable) -> bool:
        allowance = self._by.get(who)
        if allowance is None:
            allowance = self._by[who] = RateLimit(*self._terms)
            while len(self._by) > KEPT:
                self._by.popitem(last=False)
        else:
            self._by.move_to_end(who)
        return allowance.take()

    def give_back(self, who: Hashable) -> None:
        """Nothing came of what was taken."""
        if who in self._by:
            self._by[who].give_back()
