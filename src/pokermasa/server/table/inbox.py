"""The queue of requests to a table, which one task runs one after another. Only this task changes
the masa."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from pokermasa.server.refusal import Refused, RoomRefusal

Request = Callable[[], Awaitable[Any]]


class Inbox:
    """A queue of functions and the task that calls them in order. *on_error* is called with every
    exception that a function raises; the caller of `ask` gets the exception as well."""

    def __init__(self, on_error: Callable[[Exception], None]) -> None:
        self._on_error = on_error
        self._waiting: asyncio.Queue[tuple[Request, asyncio.Future[Any]]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._code = RoomRefusal.CLOSED
        """Reason for refusing requests after the inbox has stopped."""
        self._is_refusing = False

    def start(self, name: str) -> None:
        self._task = asyncio.create_task(self._run(), name=name)

    @property
    def _refusal(self) -> Refused:
        return Refused(self._code)

    def refuse(self, code: RoomRefusal) -> None:
        """Refuses all requests from now on with this code, including those already in the queue.
        They would otherwise see an old state of a table that another process now owns."""
        self._code = code
        self._is_refusing = True

    async def stop(self) -> None:
        """Stops the task and refuses all requests in the queue."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        while not self._waiting.empty():
            _, done = self._waiting.get_nowait()
            if not done.done():
                done.set_exception(self._refusal)

    async def ask(self, request: Request) -> Any:
        """Calls *request* in the inbox's task after all earlier requests, and returns its result or
        raises its exception."""
        if self._task is None:
            raise self._refusal
        if asyncio.current_task() is self._task:
            raise RuntimeError("a table's own task would wait for itself: call it, do not ask")
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((request, done))
        return await done

    def verify_inside(self) -> None:
        """Raises `RuntimeError` unless called from the inbox's task. A change from another task
        could be based on a masa that is already out of date."""
        if self._task is None or asyncio.current_task() is not self._task:
            raise RuntimeError("only the table's own task may do that: go through ask()")

    async def _run(self) -> None:
        while True:
            request, done = await self._waiting.get()
            if done.cancelled():
                continue  # the caller was cancelled before its request was started
            if self._is_refusing:
                done.set_exception(self._refusal)
                continue
            try:
                answer = await request()
            except asyncio.CancelledError:
                if not done.done():
                    done.set_exception(self._refusal)
                raise
            except Exception as error:
                self._on_error(error)
                if not done.done():
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(answer)
