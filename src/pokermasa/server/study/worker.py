"""A worker process for long computations, so that they do not delay the tables.

The process is started with the first job and runs at a low priority. It is killed and restarted
when a job takes too long. If it dies, `WorkerDied` is raised, and the pool decides when to start
the next one. A room with little memory can run the jobs in a thread instead; then there is no time
limit.
"""

from __future__ import annotations

import contextlib
import ctypes
import sys
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Lock
from typing import Any

from pokermasa.server import low_priority
from pokermasa.server.refusal import Refused, RoomRefusal

Watch = Callable[[float], None]
"""A function that is called with the part of a job that is done, from 0 to 1."""
START_TIME = 60.0
"""Seconds for a new process to report that it is ready. After that it counts as dead."""
READY = "ready"


class WorkFailed(RuntimeError):
    """Raised when the job itself failed with an exception."""


class WorkerDied(RuntimeError):
    """Raised when the process ended without a result."""

    def __init__(self, status: int | None, was_ready: bool) -> None:
        how = "did not become ready" if status is None else f"ended with status {status}"
        super().__init__(how if was_ready or status is None else f"{how} before it was ready")
        self.was_ready = was_ready
        """Whether the process had started successfully. If not, the job is not at fault."""


class Worker:
    """A worker process. Only one thread may use it at a time, except for `close`."""

    def __init__(self, seconds: float, is_process: bool = True) -> None:
        self._seconds = seconds
        self._is_process = is_process
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._lock = Lock()
        """Held while a process is started, because a process that is only half started cannot be
        killed."""
        self._is_closed = False
        self.deaths = 0
        """Number of processes that ended by themselves. Those killed for taking too long are not
        counted."""
        self._is_cancelled = False
        """Whether nobody waits any more for the job that runs."""

    def do(
        self, function: Callable[..., Any], arguments: tuple[Any, ...], watch: Watch | None = None
    ) -> Any:
        """Run a job. With *watch*, the job gets an argument of this name, and what it calls with it
        reaches *watch* in this process."""
        if not self._is_process:
            try:
                return function(*arguments) if watch is None else function(*arguments, watch=watch)
            except Exception as error:
                raise WorkFailed(f"{type(error).__name__}: {error}") from error
        self._is_cancelled = False
        process, pipe = self._process, self._pipe
        if process is None or pipe is None or not process.is_alive():
            self.deaths += process is not None  # it died while it was idle
            self._kill()
            process, pipe = self._start()
        try:
            pipe.send((function, arguments, watch is not None))
            end = time.monotonic() + self._seconds
            is_done = None
            while is_done is None:
                if not pipe.poll(max(0.0, end - time.monotonic())):
                    self._kill()
                    raise Refused(RoomRefusal.TOO_LONG)
                is_done, answer = pipe.recv()
                if is_done is None and watch is not None:
                    watch(answer)
        except (OSError, EOFError):
            if self._is_cancelled:
                self._kill()
                raise Refused(RoomRefusal.TOO_LONG) from None
            raise self._died(process, was_ready=True) from None
        if not is_done:
            raise WorkFailed(answer)
        return answer

    def _start(self) -> tuple[SpawnProcess, Connection]:
        context = get_context("spawn")
        with self._lock:
            if self._is_closed:
                raise WorkerDied(None, was_ready=False)
            pipe, theirs = context.Pipe()
            process = context.Process(target=serve, args=(theirs, low_priority.LOWER), daemon=True)
            process.start()
            self._process, self._pipe = process, pipe
            theirs.close()
        try:
            is_ready = pipe.poll(START_TIME) and pipe.recv() == READY
        except (OSError, EOFError):
            is_ready = False
        if not is_ready:
            raise self._died(process, was_ready=False)
        return process, pipe

    def _died(self, process: SpawnProcess, was_ready: bool) -> WorkerDied:
        """Wait until the process is gone, and return the exception with its exit status."""
        process.join(1.0)
        status = process.exitcode
        self._kill()
        self.deaths += 1
        return WorkerDied(status, was_ready)

    def cancel(self) -> None:
        """End the job that runs, because nobody waits for it. May be called from any thread."""
        with self._lock:
            if self._process is not None:
                self._is_cancelled = True
                self._process.kill()

    def close(self) -> None:
        """Kill the process and start no other. May be called from any thread."""
        self._is_closed = True
        self._kill()

    def _kill(self) -> None:
        with self._lock:
            process, pipe = self._process, self._pipe
            self._process = self._pipe = None
        if process is not None:
            process.kill()
            process.join()
        if pipe is not None:
            pipe.close()


def serve(pipe: Connection, nice: int) -> None:
    """Run jobs until the room closes the pipe. Runs in the worker process, whose nice value is
    raised by *nice*."""
    low_priority.lower_process(nice)
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        pipe.send(READY)
        while True:
            function, arguments, is_watched = pipe.recv()
            more = {"watch": lambda part: pipe.send((None, part))} if is_watched else {}
            try:
                answer = True, function(*arguments, **more)
            except Exception as error:
                answer = False, f"{type(error).__name__}: {error}"
            pipe.send(answer)
            _return_memory()


def _return_memory() -> None:
    """Return the memory that a job has freed to the system. glibc keeps what lies between objects
    that are still in use, which adds up over the hands that a worker judges."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
