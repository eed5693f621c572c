"""A clock that a test moves. Timers and sleeping tasks run in the order of their times.

clock = VirtualClock()
async with opened(tmp_path, clock, act_time_ms=20_000) as hall:
    await clock.advance(20)                 # a turn's time is up, and what follows has been done

with open_room(tmp_path, clock) as room:
    room.run(clock.advance(60))             # on the server's own loop
"""

import asyncio
import heapq
from collections.abc import Callable
from itertools import count
from typing import Any

from tests.server.wired import PATIENCE, StillClock

WORKERS = ("deal ", "bot ", "list of ", "keeper", "heartbeat")
"""Prefixes of the names of tasks that repeatedly work and sleep."""
ENDLESS = ("masa ", "writer")


SENDING = 3
"""Turns of the event loop until a message that was added to an outbox is sent."""


class VirtualTimer:
    def __init__(self, when: float, number: int, call: Callable[[], None]) -> None:
        self.when = when
        self._number = number
        self.call = call
        self.is_cancelled = False

    def cancel(self) -> None:
        self.is_cancelled = True

    def __lt__(self, other: "VirtualTimer") -> bool:
        return (self.when, self._number) < (other.when, other._number)


class VirtualClock(StillClock):
    def __init__(self) -> None:
        super().__init__()
        self._timers: list[VirtualTimer] = []
        self._asleep: set[Any] = set()
        self._numbers = count()

    def call_later(self, seconds: float, call: Callable[[], None]) -> VirtualTimer:
        timer = VirtualTimer(self.seconds + max(0.0, seconds), next(self._numbers), call)
        heapq.heappush(self._timers, timer)
        return timer

    async def sleep(self, seconds: float) -> None:
        task = asyncio.current_task()
        woken = asyncio.get_running_loop().create_future()

        def wake() -> None:
            self._asleep.discard(task)
            if not woken.done():
                woken.set_result(None)

        timer = self.call_later(seconds, wake)
        self._asleep.add(task)
        try:
            await woken
        finally:
            self._asleep.discard(task)
            timer.cancel()

    async def advance(self, seconds: float) -> None:
        """Moves the time forward and runs all timers that are due, with everything that follows
        from them.
        """
        until = self.seconds + seconds
        known = asyncio.all_tasks()
        await self._settle(known)
        while self._timers and self._timers[0].when <= until:
            timer = heapq.heappop(self._timers)
            if timer.is_cancelled:
                continue
            self.pass_time(max(0.0, timer.when - self.seconds))
            timer.call()
            await self._settle(known)
        self.pass_time(max(0.0, until - self.seconds))

    async def _settle(self, known: set[Any]) -> None:
        """Waits until all tasks that were woken or started have ended or sleep again."""
        async with asyncio.timeout(PATIENCE):
            await asyncio.sleep(0)
            while any(self._is_busy(task, known) for task in asyncio.all_tasks()):
                # A thread may still be working, such as the writer or a bot.
                await asyncio.sleep(0.001)
            for _ in range(SENDING):
                await asyncio.sleep(0)

    def _is_busy(self, task: Any, known: set[Any]) -> bool:
        name = task.get_name()
        if task in self._asleep or name.startswith(ENDLESS):
            return False
        return task not in known or name.startswith(WORKERS)
