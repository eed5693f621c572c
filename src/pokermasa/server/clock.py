"""Time, as the room reads it and waits for it: a clock that never jumps for deadlines, the calendar
for records, sleep and timers."""

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol

JUMP = 60_000
"""Milliseconds. The room follows smaller corrections of the system's calendar at once."""
STANDS = 60_000
"""Milliseconds for which the calendar has to stay where it jumped to before the room follows."""

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
    """The real one; tests have their own, which moves when they say so.

    The calendar of this clock ignores jumps: when the system's calendar jumps by more than a
    minute, `now` goes on as before, and follows only if the new time has stood for a minute. So
    nothing starts or expires because a clock was wrong for a few seconds. What is deleted because
    of its age is protected for longer: see `server/storage/database/stored_clock.py`.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_followed = False
        self._base = self._system_base()
        """The calendar at the moment from which `elapsed` counts."""
        self._jumped: tuple[int, int] | None = None
        """Where the base has jumped to, and when, if the room has not followed yet."""

    def calendar(self) -> int:
        """The calendar of this machine, which may jump. Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def elapsed(self) -> int:
        """Milliseconds that only go forward, also while the machine sleeps, where it can tell."""
        if hasattr(time, "CLOCK_BOOTTIME"):
            return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
        return time.monotonic_ns() // 1_000_000

    def now(self) -> int:
        """Milliseconds since 1970, for what is written down."""
        with self._lock:
            if not self._is_followed:
                self._look(self._system_base())
            return self.elapsed() + self._base

    def follow(self, now: int) -> None:
        """Take the calendar from somewhere else from here on: from the database server, whose
        clock all processes of a room share. Call it again and again with the time there."""
        with self._lock:
            base = now - self.elapsed()
            if self._is_followed:
                self._look(base)
            else:
                self._is_followed, self._base, self._jumped = True, base, None

    def _system_base(self) -> int:
        return self.calendar() - self.elapsed()

    def _look(self, base: int) -> None:
        """Follow a small correction, or a jump that has stood for a while."""
        if abs(base - self._base) <= JUMP:
            if self._jumped is not None:
                log.warning("the calendar has jumped back: the room has not followed it")
            self._base, self._jumped = base, None
            return
        at = self.elapsed()
        if self._jumped is None or abs(base - self._jumped[0]) > JUMP:
            self._jumped = base, at
            words = "the calendar has jumped by %s: the room goes on by its own clock for now"
            log.warning(words, in_words(base - self._base))
        elif at - self._jumped[1] >= STANDS:
            words = "the calendar stays %s away from the room's own clock: the room follows it"
            log.warning(words, in_words(base - self._base))
            self._base, self._jumped = base, None

    def steady(self) -> float:
        """Seconds that only go forward, for deadlines."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call once, so many seconds from now, unless the timer is cancelled."""
        return asyncio.get_running_loop().call_later(seconds, call)


def in_words(gap: int) -> str:
    """A difference of milliseconds, for the log.

    >>> in_words(61 * 86_400_000), in_words(-90_000)
    ('61 days', '-90 seconds')
    """
    seconds = gap / 1000
    return f"{seconds / 86_400:.0f} days" if abs(seconds) >= 172_800 else f"{seconds:.0f} seconds"
