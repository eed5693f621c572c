"""What comes in crumbs is read at leisure: reading a byte costs as much as reading a message."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

FREE = 4
"""So many pieces of one request or frame are read as they come,"""
PAUSE = 0.25
"""and then one in so many seconds; what has come meanwhile is read with it."""


class SlowBytes:
    """Counts pieces since something was whole, and puts off the next one."""

    __slots__ = ("_count", "_resume", "_timer", "_transport")

    def __init__(self, transport: asyncio.Transport, resume: Callable[[], None]) -> None:
        self._transport = transport
        self._resume = resume
        self._count = 0
        self._timer: asyncio.TimerHandle | None = None

    def whole(self) -> None:
        self._count = 0

    def add(self) -> None:
        self._count += 1
        if self._count > FREE and self._timer is None:
            self._transport.pause_reading()
            self._timer = asyncio.get_running_loop().call_later(PAUSE, self._go_on)

    def _go_on(self) -> None:
        self._timer = None
        self._resume()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
