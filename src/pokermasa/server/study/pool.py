"""A queue before a few workers: fair by who asks, and never longer than what can be waited for."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.study.worker import Worker, WorkFailed

log = logging.getLogger(__name__)


class _Job(NamedTuple):
    work: Callable[..., Any]
    words: tuple[Any, ...]
    done: asyncio.Future[Any]


class WorkerPool:
    def __init__(
        self, settings: Settings, workers: int | None = None, time: int | None = None
    ) -> None:
        """*workers* and *time* (milliseconds for one question) are the settings' unless given."""
        self._most = settings.questions_waiting
        self._most_each = settings.questions_an_account
        is_process = settings.study_workers > 0
        number = max(1, settings.study_workers if workers is None else workers)
        seconds = (settings.study_time if time is None else time) / 1000
        self._workers = [Worker(seconds, is_process) for _ in range(number)]
        self._idle = list(self._workers)
        self._waiting: OrderedDict[Hashable, deque[_Job]] = OrderedDict()
        """By who asks; whoever was served last comes last."""
        self._threads = ThreadPoolExecutor(number, thread_name_prefix="study")
        self._running: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def ask(self, who: Hashable, work: Callable[..., Any], *words: Any) -> Any:
        """What *work* answers, once it is *who*'s turn. Refused when too much waits already."""
        if len(self._waiting.get(who, ())) >= self._most_each or self.waiting >= self._most:
            raise Refused(RoomRefusal.QUEUE_FULL)
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(_Job(work, words, done))
        self._begin()
        return await done

    def _begin(self) -> None:
        while self._idle and self._waiting:
            who, jobs = next(iter(self._waiting.items()))
            job = jobs.popleft()
            if jobs:
                self._waiting.move_to_end(who)
            else:
                del self._waiting[who]
            if not job.done.done():  # else nobody waits for it any more
                task = asyncio.create_task(self._run(self._idle.pop(), job), name="study")
                self._running.add(task)
                task.add_done_callback(self._running.discard)

    async def _run(self, worker: Worker, job: _Job) -> None:
        loop = asyncio.get_running_loop()
        try:
            answer = await loop.run_in_executor(self._threads, worker.do, job.work, job.words)
            if not job.done.done():
                job.done.set_result(answer)
        except Exception as error:
            if isinstance(error, WorkFailed):
                log.error("%s failed: %s", job.work.__name__, error)
                error = Refused(RoomRefusal.NO_ANSWER)
            if not job.done.done():
                job.done.set_exception(error)
        finally:
            self._idle.append(worker)
            self._begin()

    async def stop(self) -> None:
        """Whoever waits is told so."""
        for jobs in self._waiting.values():
            for job in jobs:
                if not job.done.done():
                    job.done.set_exception(Refused(RoomRefusal.BUSY))
        self._waiting.clear()
        for worker in self._workers:
            worker.stop()
        await asyncio.gather(*self._running, return_exceptions=True)
        self._threads.shutdown()
