"""One process that does what takes long, beside the room: nobody's act waits for it.

It is started with the first piece of work, runs at a low priority, and is killed and started anew
when a piece takes too long. If it dies, `WorkerDied` says so; `pool` decides when the next process
is started. A room that is short of memory may do without the process, in a thread of its own; then
nothing is cut short.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

from pokermasa.server.low_priority import lower_process
from pokermasa.server.refusal import Refused, RoomRefusal

START_TIME = 60.0
"""Seconds for a new process to say that it is ready. After that it counts as dead."""
READY = "ready"


class WorkFailed(RuntimeError):
    """A fault in the work itself, in words; it is no answer."""


class WorkerDied(RuntimeError):
    """The process ended without an answer."""

    def __init__(self, status: int | None, was_ready: bool) -> None:
        how = "did not become ready" if status is None else f"ended with status {status}"
        super().__init__(how if was_ready or status is None else f"{how} before it was ready")
        self.was_ready = was_ready
        """False if it died while it was starting, whatever it was asked."""


class Worker:
    """Used from one thread at a time."""

    def __init__(self, seconds: float, is_process: bool = True) -> None:
        self._seconds = seconds
        self._is_process = is_process
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self.deaths = 0
        """Processes that ended by themselves; those killed for taking too long are not counted."""

    def do(self, work: Callable[..., Any], words: tuple[Any, ...]) -> Any:
        if not self._is_process:
            try:
                return work(*words)
            except Exception as error:
                raise WorkFailed(f"{type(error).__name__}: {error}") from error
        if self._process is None or not self._process.is_alive():
            self.deaths += self._process is not None  # it died while nobody asked it anything
            self.stop()
            self._start()
        process, pipe = self._process, self._pipe  # `stop` may be called while this waits
        assert process is not None
        assert pipe is not None
        try:
            pipe.send((work, words))
            if not pipe.poll(self._seconds):
                self.stop()
                raise Refused(RoomRefusal.TOO_LONG)
            is_done, answer = pipe.recv()
        except (OSError, EOFError):
            raise self._died(process, was_ready=True) from None
        if not is_done:
            raise WorkFailed(answer)
        return answer

    def _start(self) -> None:
        context = get_context("spawn")
        pipe, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs,), daemon=True)
        self._pipe, self._process = pipe, process
        process.start()
        theirs.close()
        try:
            is_ready = pipe.poll(START_TIME) and pipe.recv() == READY
        except (OSError, EOFError):
            is_ready = False
        if not is_ready:
            raise self._died(process, was_ready=False)

    def _died(self, process: SpawnProcess, was_ready: bool) -> WorkerDied:
        """Its exit status, once the process is gone."""
        process.join(1.0)
        status = process.exitcode
        self.stop()
        self.deaths += 1
        return WorkerDied(status, was_ready)

    def stop(self) -> None:
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if process is not None:
            process.kill()
            process.join()
        if pipe is not None:
            pipe.close()


def serve(pipe: Connection) -> None:
    """In the process: one piece of work after the other, until the room is gone."""
    lower_process()
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        pipe.send(READY)
        while True:
            work, words = pipe.recv()
            try:
                answer = True, work(*words)
            except Exception as error:
                answer = False, f"{type(error).__name__}: {error}"
            pipe.send(answer)
