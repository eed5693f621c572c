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
        """Return what *method* returns. What it raises comes out as an `Exception`: nothing that a
        client raises, `SystemExit` included, may end the loop of all clients."""
        try:
            if inspect.iscoroutinefunction(method):
                return await method(*words)
            result = await self._in_thread(method, words)
            return await result if inspect.isawaitable(result) else result
        except (SystemExit, KeyboardInterrupt) as error:
            raise _as_exception(error) from None

    async def _in_thread(self, method: Callable[..., Any], words: tuple[Any, ...]) -> Any:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Any] = loop.create_future()

        def settle(result: Any, error: Exception | None) -> None:
            if answer.done():
                return  # nobody waits any more
            if error is None:
                answer.set_result(result)
            else:
                answer.set_exception(error)

        def work() -> None:
            result: Any = None
            error: Exception | None = None
            try:
                result = method(*words)
            except BaseException as raised:  # whatever a client does, the game goes on
                error = _as_exception(raised)
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(settle, result, error)

        self._waiting.put(work)
        return await answer

    def stop(self) -> None:
        self._waiting.put(None)


def _as_exception(raised: BaseException) -> Exception:
    """A future can carry no `StopIteration`, and a loop ends with a `SystemExit`."""
    if isinstance(raised, Exception) and not isinstance(raised, StopIteration):
        return raised
    return RuntimeError(f"{type(raised).__name__} {raised}".strip())
