"""Queue for requests of clients without a login, so that they do not delay players.

Requests with a recently used session skip the queue: the digests of those sessions are remembered.
This affects only the order; every session is still verified.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable

from pokermasa.server.accounts.sessions import digest
from pokermasa.server.background_tasks import BackgroundTasks
from pokermasa.server.refusal import Refused, RoomRefusal

AT_ONCE = 4
"""Number of requests from clients without a login that are processed at the same time. Further ones
wait in a queue."""
MOST_WAITING = 500
"""Number of requests in the queue from which on the next one gets 429."""
LATE = 0.015
"""Average delay of the event loop in seconds above which these requests wait."""
TICK = 0.02
LONGEST = 25
"""Maximum number of ticks that a request waits for a late event loop. Then it is served anyway."""
REMEMBERED = 20_000


class KnownSessions:
    """The most recently verified sessions, by digest."""

    def __init__(self) -> None:
        self._digests: OrderedDict[str, None] = OrderedDict()

    def __contains__(self, secret: str | None) -> bool:
        return bool(secret) and digest(secret or "") in self._digests

    def remember(self, digests: Iterable[str]) -> None:
        for one in digests:
            self._digests[one] = None
            self._digests.move_to_end(one)
        while len(self._digests) > REMEMBERED:
            self._digests.popitem(last=False)

    def discard(self, secret: str | None) -> None:
        if secret:
            self._digests.pop(digest(secret), None)


class AnonymousQueue:
    def __init__(self) -> None:
        self._free = asyncio.Semaphore(AT_ONCE)
        self.waiting = 0
        self._late = 0.0
        self._tasks = BackgroundTasks()

    def start(self) -> None:
        self._tasks.start(self._measure(), "lateness")

    async def stop(self) -> None:
        await self._tasks.stop()

    async def _measure(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            begun = loop.time()
            await asyncio.sleep(TICK)
            self._late = (self._late + loop.time() - begun - TICK) / 2

    async def turn(self) -> Callable[[], None]:
        """Waits for a turn and returns the function that ends it.

        Raises `Refused` if the queue is full.
        """
        if self.waiting >= MOST_WAITING:
            raise Refused(RoomRefusal.BUSY)
        self.waiting += 1
        try:
            await self._free.acquire()
        finally:
            self.waiting -= 1
        is_over = False

        def end() -> None:
            nonlocal is_over
            if not is_over:
                is_over = True
                self._free.release()

        try:
            for _ in range(LONGEST):
                if self._late < LATE:
                    break
                await asyncio.sleep(TICK)
        except BaseException:
            end()
            raise
        return end
