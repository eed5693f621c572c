"""A viewer: one client, and the messages waiting for it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from pokermasa.server.storage.account import Account
from pokermasa.server.table.event_log import write

TRY_AGAIN = 1013
LOGGED_OUT = 4401
"""Close codes of the connection."""


class Outbox:
    """Messages for one connection. It holds so many and no more: a client that stops reading is cut
    off, and nobody waits for it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: deque[str] = deque()
        self._wake = asyncio.Event()
        self.cut_off = asyncio.Event()
        self.reason = ""
        self.code = TRY_AGAIN
        """With which the connection is closed."""
        self.is_idle = False
        """Nothing was put in since this was last set."""

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def is_cut(self) -> bool:
        return self.cut_off.is_set()

    def put(self, message: str) -> None:
        if self.is_cut:
            return
        if len(self._waiting) >= self._most:
            self.cut("too slow")
            return
        self._waiting.append(message)
        self.is_idle = False
        self._wake.set()

    def tell(self, message: dict[str, Any]) -> None:
        self.put(write(message))

    def tell_first(self, message: dict[str, Any]) -> None:
        """Before everything that waits already."""
        if not self.is_cut:
            self._waiting.appendleft(write(message))
            self._wake.set()

    def cut(self, reason: str, code: int = TRY_AGAIN) -> None:
        self.cut_off.set()
        self.reason, self.code = reason, code
        self._waiting.clear()
        self._wake.set()

    async def get(self, most: int = 1) -> list[str]:
        """The next messages, up to so many; none when the connection is to be closed."""
        while not self._waiting:
            if self.is_cut:
                return []
            self._wake.clear()
            await self._wake.wait()
        return [self._waiting.popleft() for _ in range(min(most, len(self._waiting)))]


class Viewer:
    def __init__(self, account: Account | None, outbox: Outbox, session: str = "") -> None:
        self.account = account
        self.outbox = outbox
        self.session = session
        """The digest of the session it came with."""
        self.muted: set[int] = set()
        """Accounts whose chat this viewer does not want."""
        self.on_moved: Callable[[str], None] | None = None
        """Called with the id of what it looked at, when that has gone to another process."""
        self.address = ""
        """As limits count it."""
        self.is_banned = False
        """It may finish the hand it is in, and nothing else."""

    @property
    def account_id(self) -> int | None:
        return None if self.account is None else self.account.id

    def lose(self, id: str, reason: str) -> None:
        """What it looked at has gone to another process."""
        if self.on_moved is None:
            self.outbox.cut(reason)
        else:
            self.on_moved(id)
