"""Background tasks of one owner."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

log = logging.getLogger(__name__)


class BackgroundTasks:
    """A set of tasks that holds a reference to each until it is done, since the event loop does
    not.

    A task that fails is logged, unless its error is one of *expected*.
    """

    def __init__(self, *expected: type[Exception]) -> None:
        self._expected = expected
        self._running: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._running)

    def start(self, coroutine: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        task = asyncio.create_task(coroutine, name=name)
        self._running.add(task)
        task.add_done_callback(self._note_done)
        return task

    def _note_done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, self._expected):
            log.error("a fault in %s", task.get_name(), exc_info=error)

    def cancel(self) -> None:
        for task in self._running:
            task.cancel()

    async def wait(self) -> None:
        """Wait until all running tasks are done."""
        await asyncio.gather(*self._running, return_exceptions=True)

    async def stop(self) -> None:
        self.cancel()
        await self.wait()
