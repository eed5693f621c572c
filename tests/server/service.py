"""Runs `masa serve` in a process of its own, as a service manager does. The room reports on a
socket when it is open.
"""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.server.room import PATIENCE

MASA = [sys.executable, "-c", "from pokermasa.cli import main; main()"]
QUIET = {"HOUSE_TABLES": "false", "STUDY_WORKERS": "0"}


class Service:
    def __init__(self, process: subprocess.Popen[str], errors: Path, said: str) -> None:
        self._process = process
        self._errors = errors
        self.said = said
        """The first line of its output."""

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def port(self) -> int:
        found = re.search(r":(\d+)$", self.said)
        assert found is not None, self.said
        return int(found[1])

    @property
    def log(self) -> str:
        return self._errors.read_text()

    def signal(self, sig: int) -> None:
        self._process.send_signal(sig)


@contextlib.contextmanager
def started(folder: Path, *arguments: str, **settings: Any) -> Iterator[Service]:
    """Starts a room, waits until it reports READY like systemd, and stops it with SIGTERM."""
    address, errors = folder / "notify", folder / "errors"
    env = os.environ | {f"POKERMASA_{name}": value for name, value in (QUIET | settings).items()}
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line, errors.open("w") as log:
        line.bind(str(address))
        line.settimeout(PATIENCE)
        process = subprocess.Popen(
            [*MASA, "serve", "--port", "0", "--data", str(folder / "data"), *arguments],
            env=env | {"NOTIFY_SOCKET": str(address)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        try:
            assert line.recv(100) == b"READY=1", errors.read_text()
            assert process.stdout is not None
            yield Service(process, errors, process.stdout.readline().strip())
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) in (0, -signal.SIGTERM), errors.read_text()
            process.stdout.close()
