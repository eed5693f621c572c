"""Calls the methods of one client one after the other, in a thread of its own."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any

LEFT_TABLE_TIMEOUT = 1.0
"""Seconds that `Client.left_table` may take when the table or the room is closed."""


class Callbacks:
    """A daemon thread for the blocking methods of one client.

    A method that never returns blocks only this thread.
    """

    def __init__(self, name: str) -> None:
        self._queue: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self.thread = Thread(target=self._run_callbacks, name=f"client {name}", daemon=True)
        self.thread.start()

    def _run_callbacks(self) -> None:
        while (call := self._queue.get()) is not None:
            call()

    async def call(self, method: Callable[..., Any], *arguments: Any) -> Any:
        """Call *method* and return its result.

        Any exception is raised as an `Exception`, so that a client's `SystemExit` cannot end the
        event loop of all clients.
        """
        try:
            if inspect.iscoroutinefunction(method):
                return await method(*arguments)
            result = await self._in_thread(method, arguments)
            return await result if inspect.isawaitable(result) else result
        except (SystemExit, KeyboardInterrupt) as error:
            raise _as_exception(error) from None

    async def _in_thread(self, method: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Any] = loop.create_future()

        def set_answer(result: Any, error: Exception | None) -> None:
            if answer.done():
                return  # the caller was cancelled
            if error is None:
                answer.set_result(result)
            else:
                answer.set_exception(error)

        def call_method() -> None:
            result: Any = None
            error: Exception | None = None
            try:
                result = method(*arguments)
            # a client's own code may raise anything, and the game must go on
            except BaseException as raised:
                error = _as_exception(raised)
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(set_answer, result, error)

        self._queue.put(call_method)
        return await answer

    def stop(self) -> None:
        self._queue.put(None)


def _as_exception(raised: BaseException) -> Exception:
    """Return *raised* as an `Exception` that a future can hold and that does not end an event
    loop."""
    if isinstance(raised, Exception) and not isinstance(raised, StopIteration):
        return raised
    return RuntimeError(f"{type(raised).__name__} {raised}".strip())
