"""`masa serve --workers N` runs one room in several processes on this machine.

The parent process listens, starts a NATS server through which the workers communicate, and restarts
any process that ends. The workers accept connections from one shared socket, so that no connection
is lost when one of them ends.
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
"""Delay in seconds before a worker that ended is restarted."""
NOT_OPENED = 5.0
"""Delay in seconds before a worker that failed to start is restarted."""
LOOK = 0.1
STOPPING = 60.0
OPEN = "open"
"""Line that a worker prints when it accepts clients."""

log = logging.getLogger(__name__)


def as_given(settings: Settings) -> dict[str, Any]:
    """Return the settings for a worker. Unset values stay unset, because some settings are refused
    without others."""
    return settings.model_dump(mode="json", exclude_unset=True)


class RoomWorker:
    """A worker process. It receives its settings on standard input. The end of this input tells it
    that the parent is gone."""

    def __init__(
        self,
        settings: Settings,
        listening: list[socket.socket],
        fellows: dict[str, Any],
        reloads: int = 0,
    ) -> None:
        """*fellows* describes the sockets for passing connections to other workers."""
        self.is_open = False
        self.reloads = reloads
        """Number of certificate reloads when the worker was started or last notified."""
        self.ended_at: float | None = None
        files = [one.fileno() for one in listening]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "pokermasa.cli.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=[*files, *(file for pair in fellows["files"] for file in pair)],
            text=True,
            start_new_session=True,  # Ctrl-C then reaches only the parent, which stops the workers
        )
        assert self._process.stdin is not None
        order = {"settings": as_given(settings), "files": files, "fellows": fellows}
        self._process.stdin.write(json.dumps(order) + "\n")
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
        """Ends the worker. One that is still starting gets SIGTERM, because SIGINT would print a
        traceback."""
        self.send(signal.SIGINT if self.is_open else signal.SIGTERM)

    def close(self) -> int:
        """Waits for the end of the worker, kills it after `STOPPING` seconds, and returns its exit
        status."""
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
        self._workers: list[RoomWorker] = []
        self._is_stopping = False
        self._reloads = 0
        self._fellows: dict[str, Any] = {
            "group": secrets.token_hex(8),
            "files": make_pairs(settings.workers),
        }

    def run(self, on_open: Callable[[], None]) -> bool:
        """Runs the workers until SIGINT or SIGTERM. Return False if the room could not be
        opened."""
        handlers = {signal.SIGINT: self._stop, signal.SIGTERM: self._stop}
        if certificate.is_reloaded_on_hangup(self._settings):
            handlers[signal.SIGHUP] = self._reload
        previous = {sig: signal.signal(sig, handler) for sig, handler in handlers.items()}
        try:
            if self._bus is not None:
                self._bus.start()
                url = {"bus": self._bus.url, "bus_prefix": "masa"}
                self._settings = self._settings.model_copy(update=url)
            # One after the other, because the first one creates the tables.
            for place in range(self._settings.workers):
                self._begin(place)
            if not any(worker.is_open and worker.is_running for worker in self._workers):
                return self._is_stopping
            on_open()
            while not self._is_stopping:
                self._check_processes()
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

    def _worker(self, place: int) -> RoomWorker:
        fellows = self._fellows | {"place": place}
        return RoomWorker(self._settings, self._listening, fellows, self._reloads)

    def _begin(self, place: int) -> None:
        """Starts a worker and waits until it is open or has ended. `_check_processes` restarts it
        later if needed."""
        if self._is_stopping:
            return
        worker = self._worker(place)
        self._workers.append(worker)
        while not worker.is_open and worker.is_running and not self._is_stopping:
            time.sleep(LOOK / 10)
        if worker.is_open:
            log.info("worker %d is open", worker.pid)

    def _check_processes(self) -> None:
        """Restarts processes that have ended and passes on certificate reloads."""
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
                # A drained worker ends by itself, which is not an error.
                level = logging.WARNING if status else logging.INFO
                log.log(level, "worker %d has ended (%s)", worker.pid, status)
            elif now - worker.ended_at >= (AGAIN if worker.is_open else NOT_OPENED):
                self._workers[place] = self._worker(place)

    def _end(self) -> None:
        # All workers end, so no tables are handed over.
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
    """Return whether several processes can accept connections from one socket on this system."""
    return os.name == "posix"
