"""Token-bucket rate limits per account or address."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

MOST_KEYS = 20_000


class RateLimit:
    """A token bucket: a rate per second with a reserve for bursts."""

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
        self._refill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def _refill(self) -> None:
        now = self._steady()
        self._left = min(self._most, self._left + max(0.0, now - self._at) * self._rate)
        self._at = now

    @property
    def is_low(self) -> bool:
        """Whether more than half of the allowance is used."""
        return self._left < self._most / 2

    def spend(self, number: int) -> None:
        """Subtracts a number of tokens that were used at another process."""
        self._refill()
        self._left = max(-self._most, self._left - number)

    def give_back(self) -> None:
        self._left = min(self._most, self._left + 1)


class RateLimits:
    """One rate limit per key. The least recently used keys are forgotten first."""

    def __init__(
        self, a_second: float, steady: Callable[[], float], most: float | None = None
    ) -> None:
        self._terms = a_second, steady, most
        self.refused = 0
        """Number of refused requests."""
        self._by: OrderedDict[Hashable, RateLimit] = OrderedDict()
        self.on_low: Callable[[Hashable], None] | None = None
        """Called with the key each time a token is taken from an allowance that is more than half
        used."""

    def take(self, who: Hashable) -> bool:
        allowance = self._of(who)
        is_given = allowance.take()
        self.refused += not is_given
        if is_given and self.on_low is not None and allowance.is_low:
            self.on_low(who)
        return is_given

    def spend(self, who: Hashable, number: int) -> None:
        """Subtracts a number of tokens that were used at another process."""
        self._of(who).spend(number)

    def _of(self, who: Hashable) -> RateLimit:
        allowance = self._by.get(who)
        if allowance is None:
            allowance = self._by[who] = RateLimit(*self._terms)
            while len(self._by) > MOST_KEYS:
                self._by.popitem(last=False)
        else:
            self._by.move_to_end(who)
        return allowance

    def give_back(self, who: Hashable) -> None:
        """Returns a token, because the request had no effect."""
        if who in self._by:
            self._by[who].give_back()
