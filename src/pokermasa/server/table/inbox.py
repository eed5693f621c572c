"""What is asked of a table, done one after another in the one task that owns the masa."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from pokermasa.server.refusal import Refused, RoomRefusal

Doing = Callable[[], Awaitable[Any]]


class Inbox:
    """*on_error* is told of whatever goes wrong, beside whoever asked."""

    def __init__(self, on_error: Callable[[Exception], None]) -> None:
        self._on_error = on_error
        self._waiting: asyncio.Queue[tuple[Doing, asyncio.Future[Any]]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._code = RoomRefusal.CLOSED
        """What whoever asks is told when it has stopped."""
        self._is_refusing = False

    def start(self, name: str) -> None:
        self._task = asyncio.create_task(self._run(), name=name)

    @property
    def _refusal(self) -> Refused:
        return Refused(self._code)

    def refuse(self, code: RoomRefusal) -> None:
        """Nothing more is done here: neither what is asked later nor what waits already, which
        would be told how a table stands that another process has."""
        self._code = code
        self._is_refusing = True

    async def stop(self) -> None:
        """Who still waits is refused."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        while not self._waiting.empty():
            _, done = self._waiting.get_nowait()
            if not done.done():
                done.set_exception(self._refusal)

    async def ask(self, doing: Doing) -> Any:
        """Do something when everything before it is done."""
        if self._task is None:
            raise self._refusal
        if asyncio.current_task() is self._task:
            raise RuntimeError("a table's own task would wait for itself: call it, do not ask")
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((doing, done))
        return await done

    def verify_inside(self) -> None:
        """What another task does to a masa may rest on one that is not there any more."""
        if self._task is None or asyncio.current_task() is not self._task:
            raise RuntimeError("only the table's own task may do that: go through ask()")

    async def _run(self) -> None:
        while True:
            doing, done = await self._waiting.get()
            if done.cancelled():
                continue  # whoever asked is gone, and nothing has been done yet
            if self._is_refusing:
                done.set_exception(self._refusal)
                continue
            try:
                answer = await doing()
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
