"""The queue of requests to a table, which one task runs one after another. Only this task changes
the masa."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from pokermasa.server.refusal import Refused, RoomRefusal

Request = Callable[[], Awaitable[Any]]
OnError = Callable[[Exception], None]


class QueuedRequest(NamedTuple):
    """A request in the queue. *done* gets its result or exception."""

    request: Request
    done: asyncio.Future[Any]
    refused: OnError | None = None
    """Called in the inbox's task with the exception that the request raises, before the next
    request starts."""

    def succeed(self, result: Any = None) -> None:
        if not self.done.done():
            self.done.set_result(result)

    def fail(self, error: Exception) -> None:
        if self.refused is not None:
            self.refused(error)
        if not self.done.done():
            self.done.set_exception(error)
            self.done.exception()  # the caller may have been cancelled and never fetch the error


class Inbox:
    """A queue of requests and the task that runs them in order. *on_error* is called with every
    exception that a request raises; the caller of `ask` gets the exception as well."""

    def __init__(self, on_error: OnError) -> None:
        self._on_error = on_error
        self._waiting: deque[QueuedRequest] = deque()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._code = RoomRefusal.CLOSED
        """Reason for refusing requests after the inbox has stopped."""
        self._is_refusing = False
        self._running: list[QueuedRequest] = []
        """The request that is running, and those that it has taken with it."""

    def start(self, name: str) -> None:
        self._task = asyncio.create_task(self._run(), name=name)

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
        while self._waiting:
            self._waiting.popleft().fail(Refused(self._code))

    async def ask(self, request: Request, refused: OnError | None = None) -> Any:
        """Runs *request* in the inbox's task after all earlier requests, and returns its result or
        raises its exception."""
        if self._task is None:
            raise Refused(self._code)
        if asyncio.current_task() is self._task:
            raise RuntimeError(
                "ask() from the table's own task would wait for itself: call the method directly"
            )
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append(QueuedRequest(request, done, refused))
        self._wake.set()
        return await done

    def take(self, fits: Callable[[Request], bool]) -> QueuedRequest | None:
        """Removes and returns the next request if it *fits*, so that the request that is running
        can do it too. The caller has to call its `succeed` or `fail`."""
        while self._waiting and self._waiting[0].done.cancelled():
            self._waiting.popleft()  # the caller was cancelled before its request was started
        if self._waiting and not self._is_refusing and fits(self._waiting[0].request):
            self._running.append(self._waiting.popleft())
            return self._running[-1]
        return None

    def verify_inside(self) -> None:
        """Raises `RuntimeError` unless called from the inbox's task. A change from another task
        could be based on a masa that is already out of date."""
        if self._task is None or asyncio.current_task() is not self._task:
            raise RuntimeError("only the table's own task may do that: use ask()")

    async def _run(self) -> None:
        while True:
            while not self._waiting:
                self._wake.clear()
                await self._wake.wait()
            waiting = self._waiting.popleft()
            if waiting.done.cancelled():
                continue  # the caller was cancelled before its request was started
            if self._is_refusing:
                waiting.fail(Refused(self._code))
                continue
            self._running = [waiting]
            try:
                result = await waiting.request()
            except asyncio.CancelledError:
                for one in self._running:
                    if not one.done.done():
                        one.fail(Refused(self._code))
                raise
            except Exception as error:
                self._on_error(error)
                waiting.fail(error)
            else:
                waiting.succeed(result)
