"""The single writer of a process: collects the writes of many tables and commits them together.

The writer has a thread of its own and commits one batch at a time. A piece of work that is refused
does not undo the others. When `write` or `journal` returns, the data is on disk; when they raise,
nothing of it was written.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from pokermasa.server.log import reason
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.database import dialect
from pokermasa.server.storage.database.committer import Batch, Committer, Fault, Result, Work
from pokermasa.server.storage.database.committer import JournalLine as JournalLine

MOST_AT_ONCE = 512
FAULT_TIME = 10.0
"""Seconds after a failed commit during which `verify_storage` refuses. A small write may succeed
on a disk that is too full to store the end of a hand."""
Waiting = tuple[Work[Any] | JournalLine, asyncio.Future[Any]]
"""A piece of work in the queue, and the future that gets its answer."""
log = logging.getLogger(__name__)


class Writer:
    """A queue of pieces of work that are committed in batches, in a thread of its own."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer
        self._queue: deque[Waiting] = deque()
        self._is_busy = False
        """Whether a batch is being committed, or is about to be."""
        self._is_done = asyncio.Event()
        """Set while nothing is queued and nothing is being committed."""
        self._is_done.set()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self.commits = 0
        self.works = 0
        self.faults = 0
        self._failed_at = -math.inf
        """Time of the last failed write, on the monotonic clock."""
        self._failing_since: float | None = None
        """Time of the first failure in the current series of failed commits, or None."""
        self.steady: Callable[[], float] = lambda: 0.0
        self.on_commit: Callable[[float, int], None] = lambda seconds, size: None
        """Called after each commit with its duration in seconds and the size of its batch."""

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._committer.on_doubt = partial(self._loop.call_soon_threadsafe, self._refuse_waiting)

    async def stop(self) -> None:
        """Write everything that is queued, then stop the thread."""
        self._committer.stop_waiting()
        await self._is_done.wait()
        await asyncio.get_running_loop().run_in_executor(self._thread, self._committer.close)
        self._thread.shutdown()

    async def write(self, function: Work[Result]) -> Result:
        written: Result = await self._ask(function)
        return written

    async def journal(self, entry: JournalLine) -> None:
        await self._ask(entry)

    async def _ask(self, item: Work[Any] | JournalLine) -> Any:
        self.verify_ready()
        done: asyncio.Future[Any] = self._loop.create_future()
        self._queue.append((item, done))
        if not self._is_busy:
            self._is_busy = True
            self._is_done.clear()
            # All work that is queued in one iteration of the event loop is in the same batch.
            self._loop.call_soon(self._begin)
        return await done

    @property
    def is_in_doubt(self) -> bool:
        """Whether the result of the last commit is unknown."""
        return self._committer.is_in_doubt

    def verify_ready(self) -> None:
        if self.is_in_doubt:
            raise Refused(RoomRefusal.STORAGE)

    async def verify_storage(self) -> None:
        """Raise `Refused` with `STORAGE` if a small test write fails, or if any write failed in
        the last `FAULT_TIME` seconds."""
        await self.write(dialect.try_to_write)
        if self.steady() - self._failed_at < FAULT_TIME:
            raise Refused(RoomRefusal.STORAGE)

    def _note_fault(self, item: Work[Any] | JournalLine, error: Exception) -> None:
        is_fault = isinstance(error, Refused) and error.code is RoomRefusal.STORAGE
        if is_fault and item is not dialect.try_to_write:
            self._failed_at = self.steady()

    def _refuse_waiting(self) -> None:
        while self._queue:
            item, done = self._queue.popleft()
            refused = Refused(RoomRefusal.STORAGE)
            self._note_fault(item, refused)
            if not done.done():
                done.set_exception(refused)

    @property
    def waiting(self) -> int:
        return len(self._queue)

    def _begin(self) -> None:
        """Gives the next batch to the thread."""
        if not self._queue:
            self._is_busy = False
            self._is_done.set()
            return
        batch = [self._queue.popleft() for _ in range(min(len(self._queue), MOST_AT_ONCE))]
        self._thread.submit(self._commit_batch, batch, self.steady())

    def _commit_batch(self, batch: list[Waiting], began: float) -> None:
        """Commit the batch and hand the answers over to the event loop. Runs in the thread."""
        answers = self._commit([item for item, _ in batch])
        self._loop.call_soon_threadsafe(self._answer, batch, answers, began)

    def _answer(self, batch: list[Waiting], answers: list[Any], began: float) -> None:
        self._begin()
        self.on_commit(self.steady() - began, len(batch))
        for (item, done), answer in zip(batch, answers, strict=True):
            if isinstance(answer, Fault):
                self._note_fault(item, answer.error)
            if done.done():
                continue
            if isinstance(answer, Fault):
                done.set_exception(answer.error)
            else:
                done.set_result(answer)

    def _commit(self, batch: Batch) -> list[Any]:
        """Return the answers to the batch. Runs in the thread."""
        try:
            answers = self._committer.commit(batch)
        except Exception as error:
            # Full disk or unreachable server: nothing was acknowledged, and all pieces may be
            # tried again.
            self.faults += 1
            if self._failing_since is None:
                self._failing_since = self.steady()
            log.warning("nothing could be written: %s", reason(error))
            refused = Refused(RoomRefusal.STORAGE, type(error).__name__)
            refused.__cause__ = error
            return [Fault(refused) for _ in batch]
        if self._failing_since is not None:
            seconds = self.steady() - self._failing_since
            self._failing_since = None
            log.warning("writing works again, after %.0f s", seconds)
        self.commits += 1
        self.works += len(batch)
        return answers
