"""Time, as the room reads it: a clock that never jumps for deadlines, the calendar for records."""

import time


class Clock:
    """The real one; tests have their own."""

    def now(self) -> int:
        """Milliseconds since 1970, for what is written down."""
        return time.time_ns() // 1_000_000

    def steady(self) -> float:
        """Seconds that only go forward, for deadlines."""
        return time.monotonic()
