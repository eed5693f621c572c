"""What goes between the processes of one room: messages by subject, at most once each.

A bus promises little: the messages of one process to another arrive in order, and some may be lost.
`peers` counts them, and begins anew where one is missing.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable

Handler = Callable[[bytes], None]


class NoBus(OSError):
    """In words for whoever starts the room."""


class Bus(ABC):
    is_shared = True
    """There may be other processes."""
    is_up = False

    def __init__(self) -> None:
        self.on_up: Callable[[], None] = lambda: None
        self.on_down: Callable[[], None] = lambda: None
        self.losses = 0
        """How often the bus was lost."""

    @abstractmethod
    async def start(self) -> None:
        """Refused with words for whoever starts the room, if it cannot be reached at all."""

    @abstractmethod
    async def stop(self) -> None: ...

    @abstractmethod
    async def subscribe(self, subject: str, handler: Handler) -> None: ...

    @abstractmethod
    def publish(self, subject: str, data: bytes) -> None:
        """Soon; or never, while the bus is down."""


class ProcessBus(Bus):
    """Of a room that is one process: whoever listens is here."""

    is_shared = False
    is_up = True

    def __init__(self) -> None:
        super().__init__()
        self._handlers: dict[str, list[Handler]] = {}

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def subscribe(self, subject: str, handler: Handler) -> None:
        self._handlers.setdefault(subject, []).append(handler)

    def publish(self, subject: str, data: bytes) -> None:
        for handler in self._handlers.get(subject, ()):
            asyncio.get_running_loop().call_soon(handler, data)
