"""Time, as the room reads it and waits for it: a clock that never jumps for deadlines, the calendar
for records, sleep and timers."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    def cancel(self) -> None: ...


class Clock:
    """The real one; tests have their own, which moves when they say so."""

    def now(self) -> int:
        """Milliseconds since 1970, for what is written down."""
        return time.time_ns() // 1_000_000

    def steady(self) -> float:
        """Seconds that only go forward, for deadlines."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call once, so many seconds from now, unless the timer is cancelled."""
        return asyncio.get_running_loop().call_later(seconds, call)
