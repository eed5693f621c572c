"""`masa serve --workers N`: one room in several processes on this machine.

This process listens, starts a NATS server for the others to talk over, and keeps both running: who
dies is started again. The workers take connections from one socket, so that none is lost when one
of them ends.
"""

from __future__ import annotations

import json
import logging
import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

from pokermasa.server import certificate
from pokermasa.server.bus.nats_server import NatsServer
from pokermasa.server.connection.socket_passing import make_pairs
from pokermasa.server.settings import Settings

AGAIN = 1.0
"""Seconds before a worker that ended is started again."""
NOT_OPENED = 5.0
"""Seconds before a worker that ended while it was starting is started again."""
LOOK = 0.1
STOPPING = 60.0
OPEN = "open"
"""What a worker says when anybody can come in."""

log = logging.getLogger(__name__)


def as_given(settings: Settings) -> dict[str, Any]:
    """The settings for a worker. What was not given is not given to the worker either: some
    settings are refused unless another one is given too."""
    return settings.model_dump(mode="json", exclude_unset=True)


class Worker:
    """A process, given its settings on its standard input, which tells it by its end that this one
    is gone."""

    def __init__(
        self,
        settings: Settings,
        listening: list[socket.socket],
        fellows: dict[str, Any],
        reloads: int = 0,
    ) -> None:
        """*fellows*: what it passes sockets to other workers by."""
        self.is_open = False
        self.reloads = reloads
        """How often the certificate had been reloaded when it was started, or last told."""
        self.ended_at: float | None = None
        files = [one.fileno() for one in listening]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "pokermasa.cli.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=[*files, *(file for pair in fellows["files"] for file in pair)],
            text=True,
            start_new_session=True,  # Ctrl-C comes from here
        )
        assert self._process.stdin is not None
        told = {"settings": as_given(settings), "files": files, "fellows": fellows}
        self._process.stdin.write(json.dumps(told) + "\n")
        self._process.stdin.flush()
        threading.Thread(target=self._hear, daemon=True).start()

    def _hear(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.is_open = self.is_open or line.strip() == OPEN

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def send(self, sig: int) -> None:
        if self.is_running:
            self._process.send_signal(sig)

    def end(self) -> None:
        """One that is still starting would answer Ctrl-C with a traceback."""
        self.send(signal.SIGINT if self.is_open else signal.SIGTERM)

    def close(self) -> int:
        """Its exit status."""
        try:
            status = self._process.wait(STOPPING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            status = self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        return status


class Workers:
    def __init__(self, settings: Settings, listening: list[socket.socket]) -> None:
        self._bus = None if settings.bus else NatsServer()
        self._settings = settings
        self._listening = listening
        self._workers: list[Worker] = []
        self._is_stopping = False
        self._reloads = 0
        self._fellows: dict[str, Any] = {
            "group": secrets.token_hex(8),
            "files": make_pairs(settings.workers),
        }

    def run(self, on_open: Callable[[], None]) -> bool:
        """Until Ctrl-C or SIGTERM; False if the room did not open."""
        handlers = {signal.SIGINT: self._stop, signal.SIGTERM: self._stop}
        if certificate.is_reloaded_on_hangup(self._settings):
            handlers[signal.SIGHUP] = self._reload
        previous = {sig: signal.signal(sig, handler) for sig, handler in handlers.items()}
        try:
            if self._bus is not None:
                self._bus.start()
                url = {"bus": self._bus.url, "bus_prefix": "masa"}
                self._settings = self._settings.model_copy(update=url)
            # One after the other: the first one makes the tables that the others find.
            for place in range(self._settings.workers):
                self._begin(place)
            if not any(worker.is_open and worker.is_running for worker in self._workers):
                return self._is_stopping
            on_open()
            while not self._is_stopping:
                self._look()
                time.sleep(LOOK)
            return True
        finally:
            self._end()
            for sig, handler in previous.items():
                signal.signal(sig, handler)

    def _stop(self, sig: int, frame: FrameType | None) -> None:
        self._is_stopping = True

    def _reload(self, sig: int, frame: FrameType | None) -> None:
        self._reloads += 1

    def _worker(self, place: int) -> Worker:
        fellows = self._fellows | {"place": place}
        return Worker(self._settings, self._listening, fellows, self._reloads)

    def _begin(self, place: int) -> None:
        """Start a worker, and wait until it is open or has ended: then `_look` starts it again."""
        if self._is_stopping:
            return
        worker = self._worker(place)
        self._workers.append(worker)
        while not worker.is_open and worker.is_running and not self._is_stopping:
            time.sleep(LOOK / 10)
        if worker.is_open:
            log.info("worker %d is open", worker.pid)

    def _look(self) -> None:
        """Who has ended is started again."""
        if self._bus is not None and not self._bus.is_running:
            log.error("the bus has ended; it is started again")
            self._bus.start()
        now = time.monotonic()
        for place, worker in enumerate(self._workers):
            if worker.is_running:
                if worker.is_open and worker.reloads < self._reloads:
                    worker.reloads = self._reloads
                    worker.send(signal.SIGHUP)
                continue
            if worker.ended_at is None:
                worker.ended_at = now
                status = worker.close()
                # One that was drained ends by itself: that is no fault.
                level = logging.WARNING if status else logging.INFO
                log.log(level, "worker %d has ended (%s)", worker.pid, status)
            elif now - worker.ended_at >= (AGAIN if worker.is_open else NOT_OPENED):
                self._workers[place] = self._worker(place)

    def _end(self) -> None:
        # All of them go: nothing is handed over.
        for worker in self._workers:
            worker.end()
        for worker in self._workers:
            if worker.ended_at is None:
                worker.close()
        for pair in self._fellows["files"]:
            for file in pair:
                os.close(file)
        if self._bus is not None:
            self._bus.stop()


def can_share() -> bool:
    """Whether several processes can take connections from one socket here."""
    return os.name == "posix"
