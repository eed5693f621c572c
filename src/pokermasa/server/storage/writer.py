"""One writer for the whole room: what many tables want written at once is committed once.

It has a thread and a connection of its own, and does a whole batch there in one go. A piece of work
is done inside its own savepoint, so that one which is refused takes nobody else's with it; acts,
which are most of what is written, go in together. When `write` or `journal` returns, it is on disk;
when they raise, nothing of it is.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, insert
from sqlalchemy.exc import DBAPIError, IntegrityError

from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import lease
from pokermasa.server.storage import schema as store

Result = TypeVar("Result")
Work = Callable[[Connection], Result]

MOST_AT_ONCE = 512
log = logging.getLogger(__name__)


class Entry(NamedTuple):
    """One line of the journal: what was done to one masa."""

    lease: lease.Lease
    seq: int
    made: int
    causes: str


class Writer:
    def __init__(self, engine: Engine, lease_time: int = 10_000) -> None:
        self._engine = engine
        self._lease_time = lease_time
        self._queue: asyncio.Queue[tuple[Work[Any] | Entry, asyncio.Future[Any]]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self.commits = 0
        self.works = 0
        self.faults = 0

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Everything asked for is written first."""
        if self._task is not None:
            await self._queue.join()
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._thread.shutdown()
        self._engine.dispose()

    async def write(self, work: Work[Result]) -> Result:
        done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((work, done))
        return await done

    async def journal(self, entry: Entry) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((entry, done))
        await done

    @property
    def waiting(self) -> int:
        return self._queue.qsize()

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            batch = [await self._queue.get()]
            while not self._queue.empty() and len(batch) < MOST_AT_ONCE:
                batch.append(self._queue.get_nowait())
            answers = await loop.run_in_executor(
                self._thread, self._commit, [wanted for wanted, _ in batch]
            )
            for (_, done), answer in zip(batch, answers, strict=True):
                if done.done():
                    continue
                if isinstance(answer, _Fault):
                    done.set_exception(answer.error)
                else:
                    done.set_result(answer)
            for _ in batch:
                self._queue.task_done()

    # In the writer's thread

    def _commit(self, batch: list[Work[Any] | Entry]) -> list[Any]:
        try:
            with self._engine.begin() as connection:
                answers = self._do(connection, batch)
        except Exception as error:
            # A full disk, a locked database: nothing was acknowledged, everybody may try again.
            self.faults += 1
            log.warning("nothing could be written: %s", type(error).__name__)
            return [_Fault(_refusal(error)) for _ in batch]
        self.commits += 1
        self.works += len(batch)
        return answers

    def _do(self, connection: Connection, batch: list[Work[Any] | Entry]) -> list[Any]:
        entries = [entry for entry in batch if isinstance(entry, Entry)]
        lost = self._keep(connection, entries) if entries else set()
        answers: list[Any] = []
        for wanted in batch:
            if isinstance(wanted, Entry):
                is_lost = wanted.lease in lost
                answers.append(_Fault(Refused(RoomRefusal.LOST_LEASE)) if is_lost else None)
                continue
            try:
                with connection.begin_nested():
                    answers.append(wanted(connection))
            except IntegrityError as error:
                answers.append(_Fault(error))
            except DBAPIError:
                # A full disk may have rolled back more than this savepoint: all of it is void.
                raise
            except Exception as error:
                answers.append(_Fault(error))
        return answers

    def _keep(self, connection: Connection, entries: list[Entry]) -> set[lease.Lease]:
        now = max(entry.made for entry in entries)
        lost = lease.lost(connection, [entry.lease for entry in entries], now, self._lease_time)
        rows = [
            {"masa": e.lease.masa, "seq": e.seq, "made": e.made, "causes": e.causes}
            for e in entries
            if e.lease not in lost
        ]
        if rows:
            connection.execute(insert(store.journal), rows)
        return lost


class _Fault(NamedTuple):
    error: Exception


def _refusal(error: Exception) -> Exception:
    return Refused(RoomRefusal.STORAGE, type(error).__name__)
