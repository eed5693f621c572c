"""The message bus between the processes of one room.

Messages are published by subject and delivered at most once. Messages from one process to another
arrive in order, but some may be lost. `peers` numbers them and starts a new stream after a loss.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable

Handler = Callable[[bytes], None]


class NoBus(OSError):
    """Raised when the bus cannot be used. The message can be shown to the operator."""


class Bus(ABC):
    is_shared = True
    """Whether the room may have other processes."""
    is_up = False

    def __init__(self) -> None:
        self.on_up: Callable[[], None] = lambda: None
        self.on_down: Callable[[], None] = lambda: None
        self.losses = 0
        """Number of times that the connection to the bus was lost."""

    @abstractmethod
    async def start(self) -> None:
        """Connects to the bus. Raises `NoBus` if it cannot be reached."""

    @abstractmethod
    async def stop(self) -> None: ...

    @abstractmethod
    async def subscribe(self, subject: str, handler: Handler) -> None: ...

    @abstractmethod
    def publish(self, subject: str, data: bytes) -> None:
        """Sends the message soon. It is dropped while the bus is down."""


class ProcessBus(Bus):
    """Bus of a room of one process: it delivers messages inside the process."""

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
