"""Slows down clients that send in tiny pieces.

Reading one byte costs as much as reading a whole message.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

FREE = 4
"""Number of pieces of one request or frame that are read without delay."""
PAUSE = 0.25
"""Delay in seconds before each further piece. Bytes that arrive meanwhile are read together."""


class ReadThrottle:
    """A throttle that counts the pieces since the last complete message and delays further ones."""

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
