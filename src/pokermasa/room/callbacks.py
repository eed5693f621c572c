"""Calls a client's methods one after the other, without holding up anybody else."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any

LAST_WORDS = 1.0
"""Seconds that a client has left when its table or its room is closed."""


class Callbacks:
    """A daemon thread for the blocking methods of one client. A method that never returns keeps
    this thread, and nothing else."""

    def __init__(self, name: str) -> None:
        self._waiting: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self.thread = Thread(target=self._work, name=f"client {name}", daemon=True)
        self.thread.start()

    def _work(self) -> None:
        while (call := self._waiting.get()) is not None:
            call()

    async def call(self, method: Callable[..., Any], *words: Any) -> Any:
        """Return what *method* returns, or raise what it raises."""
        if inspect.iscoroutinefunction(method):
            return await method(*words)
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Any] = loop.create_future()

        def settle(result: Any, error: BaseException | None) -> None:
            if answer.done():
                return  # nobody waits any more
            if error is None:
                answer.set_result(result)
            else:
                answer.set_exception(error)

        def work() -> None:
            result, error = None, None
            try:
                result = method(*words)
            except BaseException as raised:  # whatever a client does, the game goes on
                # StopIteration cannot be raised by a future.
                stops = isinstance(raised, StopIteration)
                error = RuntimeError("StopIteration") if stops else raised
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(settle, result, error)

        self._waiting.put(work)
        result = await answer
        return await result if inspect.isawaitable(result) else result

    def stop(self) -> None:
        self._waiting.put(None)
