"""A pool of study workers with a queue that is fair between clients and limited in length.

A worker that dies is restarted after a pause, which doubles with each death in a row. Its job is
retried a few times and then refused. While all workers are in a long pause after failing to start,
every question is refused at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from pokermasa.server.background_tasks import BackgroundTasks
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.study.worker import Watch, Worker, WorkerDied, WorkFailed

QUESTIONS_WAITING = 200
"""Number of waiting questions from which on the next one is refused with `QUEUE_FULL`."""
QUESTIONS_AN_ACCOUNT = 16
"""Number of questions of one account, or of one address without a login, that may wait. One more
is refused with `QUEUE_FULL`."""
MOST_DEATHS = 3
"""Number of workers that may die during one job before it is given up."""
REST = 1.0
"""Seconds before the first replacement of a dead worker is started."""
LONG_REST = 8.0
"""Maximum of that pause in seconds if the worker had started to work, because the job may be at
fault."""
LONGEST_REST = 60.0
"""Maximum of that pause in seconds if the worker died while starting."""
DOWN = "the study workers of this room do not start; try again in a minute"

log = logging.getLogger(__name__)


class Background(NamedTuple):
    """A background job of an account. Its questions wait until no other client has any."""

    account: int


class _Job(NamedTuple):
    who: Hashable
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    done: asyncio.Future[Any]
    watch: Watch | None
    deaths: int = 0


class WorkerPool:
    """A pool of workers. Each client has a queue of its own, and the clients are served in
    turn. Clients of the class `Background` are served when nobody else waits."""

    def __init__(
        self, settings: Settings, workers: int | None = None, time: int | None = None
    ) -> None:
        """*workers* and *time* (milliseconds per question) default to the values in *settings*."""
        is_process = settings.study_workers > 0
        number = max(1, settings.study_workers if workers is None else workers)
        seconds = (settings.study_time_ms if time is None else time) / 1000
        self._workers = [Worker(seconds, is_process) for _ in range(number)]
        self._idle = list(self._workers)
        self._waiting: OrderedDict[Hashable, deque[_Job]] = OrderedDict()
        """Waiting jobs by client. The client that was served last is at the end."""
        self._threads = ThreadPoolExecutor(number, thread_name_prefix="study")
        self._running = BackgroundTasks()
        self._stopping = asyncio.Event()
        self._down = 0
        """Number of workers that died while starting and are in a long pause."""
        self._in_a_row = 0
        self.is_suspect = False
        """Whether a worker has died, in this or an earlier process, and none has finished a job
        since."""
        self.on_deaths: Callable[[int], None] = lambda in_a_row: None
        """Called with the number of deaths in a row after each death, and with 0 after the first
        success that follows."""

    @property
    def deaths(self) -> int:
        """Number of worker processes that died since the room was opened."""
        return sum(worker.deaths for worker in self._workers)

    @property
    def waiting(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def ask(
        self,
        who: Hashable,
        function: Callable[..., Any],
        *arguments: Any,
        watch: Watch | None = None,
    ) -> Any:
        """Run *function* in a worker when it is the client's turn, and return its result. Raises
        `Refused` if too many questions wait or no worker is available for a while. *watch* is
        called from another thread, as `Worker.do` says."""
        if self._down == len(self._workers):
            raise Refused(RoomRefusal.BUSY, DOWN)
        if (
            len(self._waiting.get(who, ())) >= QUESTIONS_AN_ACCOUNT
            or self.waiting >= QUESTIONS_WAITING
        ):
            raise Refused(RoomRefusal.QUEUE_FULL)
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(_Job(who, function, arguments, done, watch))
        self._begin()
        return await done

    def _begin(self) -> None:
        while self._idle and self._waiting:
            who = min(self._waiting, key=lambda client: isinstance(client, Background))
            jobs = self._waiting[who]
            job = jobs.popleft()
            if jobs:
                self._waiting.move_to_end(who)
            else:
                del self._waiting[who]
            if not job.done.done():  # otherwise the client no longer waits
                self._running.start(self._run(self._idle.pop(), job), "study")

    async def _run(self, worker: Worker, job: _Job) -> None:
        loop = asyncio.get_running_loop()
        rest = 0.0

        def end_if_cancelled(done: asyncio.Future[Any]) -> None:
            if done.cancelled():
                worker.cancel()

        job.done.add_done_callback(end_if_cancelled)
        try:
            answer = await loop.run_in_executor(
                self._threads, worker.do, job.function, job.arguments, job.watch
            )
            self._note_success()
            if not job.done.done():
                job.done.set_result(answer)
        except WorkerDied as death:
            rest = self._note_death(job, death)
        except Exception as error:
            self._note_success()
            if isinstance(error, WorkFailed):
                log.error("%s failed: %s", job.function.__name__, error)
                error = Refused(RoomRefusal.NO_ANSWER)
            if not job.done.done():
                job.done.set_exception(error)
        job.done.remove_done_callback(end_if_cancelled)
        if rest:
            await self._rest(rest)
        self._idle.append(worker)
        self._begin()

    def _note_success(self) -> None:
        if self.is_suspect:
            self._in_a_row, self.is_suspect = 0, False
            log.info("the study workers work again")
            self.on_deaths(0)

    def _note_death(self, job: _Job, death: WorkerDied) -> float:
        """Requeue the job or give it up. Returns the seconds until the next worker is started."""
        if self._stopping.is_set():
            if not job.done.done():
                job.done.set_exception(Refused(RoomRefusal.BUSY))
            return 0.0
        self._in_a_row += 1
        self.is_suspect = True
        self.on_deaths(self._in_a_row)
        most = LONG_REST if death.was_ready else LONGEST_REST
        rest = min(most, REST * (1 << min(self._in_a_row - 1, 10)))
        log.error(
            "a study worker %s, %d in a row; the next one is started in %g s",
            *(death, self._in_a_row, rest),
        )
        job = job._replace(deaths=job.deaths + 1)
        if job.done.done():
            return rest
        if job.deaths < MOST_DEATHS and rest <= LONG_REST:
            waiting = self._waiting.setdefault(job.who, deque())
            waiting.appendleft(job)
            self._waiting.move_to_end(job.who, last=False)
        else:
            log.error("%s was cancelled because its worker died", job.function.__name__)
            text = f"the process that worked on it stopped {_times(job.deaths)}"
            job.done.set_exception(Refused(RoomRefusal.NO_ANSWER, text))
        return rest

    async def _rest(self, seconds: float) -> None:
        """Wait before the next worker is started. If the pause is long and no other worker is
        available, waiting questions are refused at once."""
        is_down = seconds > LONG_REST
        self._down += is_down
        if self._down == len(self._workers):
            self._refuse_waiting(DOWN)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stopping.wait()
        self._down -= is_down

    def _refuse_waiting(self, text: str = "") -> None:
        for jobs in self._waiting.values():
            for job in jobs:
                if not job.done.done():
                    job.done.set_exception(Refused(RoomRefusal.BUSY, text))
        self._waiting.clear()

    async def stop(self) -> None:
        """Stop the workers and refuse all waiting questions."""
        self._stopping.set()
        self._refuse_waiting()
        for worker in self._workers:
            worker.close()
        await self._running.wait()
        self._threads.shutdown()


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
