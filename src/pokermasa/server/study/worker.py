"""One process that does what takes long, beside the room: nobody's act waits for it.

It is started with the first piece of work, runs at a low priority, and is killed and started anew
when a piece takes too long. A room that is short of memory may do without the process, in a thread
of its own; then nothing is cut short.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

from pokermasa.server.refusal import Refused, RoomRefusal

_LOWER = 10


class WorkFailed(RuntimeError):
    """A fault in the work itself, in words; it is no answer."""


class Worker:
    """Used from one thread at a time."""

    def __init__(self, seconds: float, is_process: bool = True) -> None:
        self._seconds = seconds
        self._is_process = is_process
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None

    def do(self, work: Callable[..., Any], words: tuple[Any, ...]) -> Any:
        if not self._is_process:
            try:
                return work(*words)
            except Exception as error:
                raise WorkFailed(f"{type(error).__name__}: {error}") from error
        if self._process is None or not self._process.is_alive():
            self._start()
        pipe = self._pipe  # the room may close, and stop this, while an answer is waited for
        assert pipe is not None
        try:
            pipe.send((work, words))
            if not pipe.poll(self._seconds):
                self.stop()
                raise Refused(RoomRefusal.TOO_LONG)
            is_done, answer = pipe.recv()
        except (OSError, EOFError):
            self.stop()
            raise Refused(RoomRefusal.BUSY) from None
        if not is_done:
            raise WorkFailed(answer)
        return answer

    def _start(self) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

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
    if hasattr(os, "nice"):
        os.nice(_LOWER)
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            work, words = pipe.recv()
            try:
                answer = True, work(*words)
            except Exception as error:
                answer = False, f"{type(error).__name__}: {error}"
            pipe.send(answer)
