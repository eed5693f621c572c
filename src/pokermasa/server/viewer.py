"""A viewer: one client looking at one masa, and the messages waiting for it."""

from __future__ import annotations

import asyncio
from typing import Any

from pokermasa.server.account import Account


class Outbox:
    """Messages for one connection. It holds so many and no more: a client that stops reading is cut
    off, and nobody waits for it."""

    def __init__(self, most: int) -> None:
        self._queue: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue(most)
        self.is_cut = False

    def put(self, message: dict[str, Any]) -> None:
        if self.is_cut:
            return
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self.cut()

    def cut(self) -> None:
        self.is_cut = True
        while not self._queue.empty():
            self._queue.get_nowait()
        self._queue.put_nowait(None)

    async def get(self) -> dict[str, Any] | None:
        """The next message; None when the connection is to be closed."""
        return await self._queue.get()


class Viewer:
    def __init__(self, account: Account | None, outbox: Outbox) -> None:
        self.account = account
        self.outbox = outbox
