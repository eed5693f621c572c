"""Starts a NATS server for several processes on one machine.

It listens on loopback only and gets a new secret at each start. The secret is in a file that only
its owner can read, because every user of a machine can read the command lines of programs.
"""

from __future__ import annotations

import ctypes
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from pokermasa.server.bus.bus import NoBus

PATIENCE = 30.0
PROGRAM = "nats-server"
DEATH_SIGNAL = 1
"""Value of PR_SET_PDEATHSIG in prctl(2)."""


def program() -> Path:
    """Return the path of nats-server, from the installed wheel or from the system."""
    beside = Path(sysconfig.get_path("scripts")) / (PROGRAM + (".exe" if os.name == "nt" else ""))
    found = beside if beside.is_file() else shutil.which(PROGRAM)
    if found is None:
        raise NoBus("there is no nats-server: pip install 'pokermasa[workers]'")
    return Path(found)


class NatsServer:
    def __init__(self, port: int = 0, more: str = "") -> None:
        """*more* is further lines for the configuration."""
        self.secret = secrets.token_urlsafe(32)
        self.port = port or _free_port()
        self._more = more
        self._folder: Path | None = None
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"nats://{self.secret}@127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="masa-bus-"))  # Readable by its owner only.
        file = self._folder / "nats.conf"
        file.write_text(
            f'host: "127.0.0.1"\nport: {self.port}\n'
            f'authorization {{ token: "{self.secret}" }}\n{self._more}\n',
            "utf-8",
        )
        file.chmod(0o600)
        self._process = subprocess.Popen(
            [program(), "-c", file],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C ends the room first, which then stops the server.
            preexec_fn=_die_with_parent(),
        )
        until = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                if self._process.poll() is not None or time.monotonic() > until:
                    self.stop()
                    raise NoBus(f"{PROGRAM} did not start") from None
                time.sleep(0.01)

    def stop(self) -> None:
        self.kill()  # The server stores nothing.
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def kill(self) -> None:
        """Kills the server to simulate a crash. `start` starts it again on the same port."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _die_with_parent() -> Callable[[], None] | None:
    """Return a function that makes the server end with this process, even if this is killed.

    Linux only; None on other systems.
    """
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl  # Loaded before the fork, because loading after it is not safe.

    def set_signal() -> None:
        prctl(DEATH_SIGNAL, signal.SIGKILL)

    return set_signal
