"""One writer for the whole room: what many tables want written at once is committed once.

A piece of work is done inside its own savepoint, so that one which is refused takes nobody else's
with it. When `write` returns, the work is on disk; when it raises, nothing of it is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from pokermasa.server.refusal import Refused, RoomRefusal

Result = TypeVar("Result")
Work = Callable[[AsyncConnection], Awaitable[Result]]

MOST_AT_ONCE = 256


class Writer:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._queue: asyncio.Queue[tuple[Work[Any], asyncio.Future[Any]]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self.commits = 0
        self.works = 0

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Everything asked for is written first."""
        if self._task is not None:
            await self._queue.join()
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def write(self, work: Work[Result]) -> Result:
        done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        await self._queue.put((work, done))
        return await done

    async def _run(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while not self._queue.empty() and len(batch) < MOST_AT_ONCE:
                batch.append(self._queue.get_nowait())
            await self._commit(batch)
            for _ in batch:
                self._queue.task_done()

    async def _commit(self, batch: list[tuple[Work[Any], asyncio.Future[Any]]]) -> None:
        answers: list[tuple[asyncio.Future[Any], Any, BaseException | None]] = []
        try:
            async with self._engine.begin() as connection:
                for work, done in batch:
                    try:
                        async with connection.begin_nested():
                            answers.append((done, await work(connection), None))
                    except DBAPIError as error:
                        if error.connection_invalidated:
                            raise
                        answers.append((done, None, _refusal(error)))
                    except Exception as error:
                        answers.append((done, None, error))
            self.commits += 1
            self.works += len(batch)
        except Exception as error:
            refused = _refusal(error)
            answers = [(done, None, refused) for _, done in batch]
        for done, answer, fault in answers:
            if done.cancelled():
                continue
            if fault is None:
                done.set_result(answer)
            else:
                done.set_exception(fault)


def _refusal(error: Exception) -> Exception:
    """A disk that is full or a database that is locked: nothing was acknowledged, try again."""
    return Refused(RoomRefusal.STORAGE, type(error).__name__)
