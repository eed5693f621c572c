"""The room's time: a monotonic clock for deadlines, a calendar for stored times, sleep and
timers."""

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol

JUMP = 60_000
"""Size of a jump in milliseconds. Smaller corrections of the system's clock are applied at once."""
STANDS = 60_000
"""Time in milliseconds that a jump of the system's clock must last before the room accepts it."""

log = logging.getLogger(__name__)


HOUR = 3600.0
"""An hour in seconds."""
DAY = 24 * HOUR
"""A day in seconds."""
HOUR_MS = 3_600_000
"""An hour in milliseconds."""
DAY_MS = 24 * HOUR_MS
"""A day in milliseconds."""


class Timer(Protocol):
    def cancel(self) -> None: ...


class Clock:
    """The real clock. Tests replace it by one that they move.

    `now` ignores short jumps of the system's clock. If the clock jumps by more than a minute, `now`
    continues as before, and accepts the new time only after it has lasted for a minute. So nothing
    starts or expires because the clock was wrong for a few seconds. Data that is deleted by age has
    more protection: see `server/storage/database/stored_clock.py`.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_followed = False
        self._base = self._system_base()
        """Calendar time at which `elapsed` is 0, in Unix milliseconds."""
        self._jumped: tuple[int, int] | None = None
        """New base after a jump, and the time of the jump. None if there is no unaccepted jump."""

    def calendar(self) -> int:
        """Return the system's clock in milliseconds since 1970. It may jump."""
        return time.time_ns() // 1_000_000

    def elapsed(self) -> int:
        """Return monotonic milliseconds, including the time while the machine sleeps (on Linux)."""
        if hasattr(time, "CLOCK_BOOTTIME"):
            return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
        return time.monotonic_ns() // 1_000_000

    def now(self) -> int:
        """Return the room's time in milliseconds since 1970, for stored times."""
        with self._lock:
            if not self._is_followed:
                self._adjust(self._system_base())
            return self.elapsed() + self._base

    def follow(self, now: int) -> None:
        """Takes the time of the database server, which all processes of a room share.

        From the first call on, the system's clock is ignored. Must be called regularly with the
        server's time.
        """
        with self._lock:
            base = now - self.elapsed()
            if self._is_followed:
                self._adjust(base)
            else:
                self._is_followed, self._base, self._jumped = True, base, None

    def _system_base(self) -> int:
        return self.calendar() - self.elapsed()

    def _adjust(self, base: int) -> None:
        """Accepts a small correction, or a jump that has lasted long enough."""
        if abs(base - self._base) <= JUMP:
            if self._jumped is not None:
                log.warning("the calendar has jumped back: the room has not followed it")
            self._base, self._jumped = base, None
            return
        at = self.elapsed()
        if self._jumped is None or abs(base - self._jumped[0]) > JUMP:
            self._jumped = base, at
            text = "the calendar has jumped by %s: the room goes on by its own clock for now"
            log.warning(text, in_words(base - self._base))
        elif at - self._jumped[1] >= STANDS:
            text = "the calendar stays %s away from the room's own clock: the room follows it"
            log.warning(text, in_words(base - self._base))
            self._base, self._jumped = base, None

    def steady(self) -> float:
        """Return monotonic seconds, for deadlines."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Calls *call* once, after *seconds*, unless the timer is cancelled."""
        return asyncio.get_running_loop().call_later(seconds, call)


def in_words(gap: int) -> str:
    """Return a difference in milliseconds as text for the log.

    >>> in_words(61 * 86_400_000), in_words(-90_000)
    ('61 days', '-90 seconds')
    """
    seconds = gap / 1000
    return f"{seconds / 86_400:.0f} days" if abs(seconds) >= 172_800 else f"{seconds:.0f} seconds"
