"""A room for browser tests: `masa serve` in a process of its own on loopback."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

PATIENCE = float(os.environ.get("PATIENCE", "120"))
"""Seconds to wait for anything. It is long enough for a slow and busy machine."""
PASSWORD = "correct horse"
SETTINGS: dict[str, Any] = {
    # A slow machine must not cause timeouts.
    "act_time_ms": 600_000,
    "time_bank_ms": 0,
    "study_time_ms": 600_000,
    "between_hands_ms": 300,
    "bot_delay_ms": 60,
    "acts_a_second": 10_000,
    "requests_a_second": 10_000,
    "logins_a_minute": 600_000,
    "accounts_an_address": 10**6,
    "sockets_an_address": 10_000,
    "tables_an_account": 1_000,
}

MASA = (
    "-c",
    "from pokermasa.server.table import chat; chat.CHATS_A_SECOND = 10_000\n"
    # Beside other tests, a worker with a low priority would hardly run at all.
    "from pokermasa.server import low_priority; low_priority.LOWER = 0\n"
    "from pokermasa.cli import main; main()",
)


class House:
    """A room process. Its data stays in its folder after `kill` and `close`."""

    def __init__(self, data: Path, program: tuple[str, ...] = MASA, **settings: Any) -> None:
        self.data = data
        self.program = program
        self.settings = {**SETTINGS, **settings}
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def open(self) -> None:
        """Starts the room on a free port, and on the same port every later time."""
        wishes = {f"POKERMASA_{name.upper()}": str(value) for name, value in self.settings.items()}
        command = ["serve", "--port", str(self.port), "--data", str(self.data)]
        self._log = (self.data.parent / f"{self.data.name}.log").open("a")
        self._process = subprocess.Popen(
            [sys.executable, *self.program, *command],
            env={**os.environ, **wishes, "NO_COLOR": "1", "COLUMNS": "200"},
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        port = re.search(r"open at \S+:(\d+)", said)
        if port is None:
            self.kill()
            raise AssertionError(
                f"the room did not open: {Path(self._log.name).read_text()[-2000:]}"
            )
        self.port = int(port[1])

    def kill(self) -> None:
        """Kills the room with SIGKILL."""
        self._end(signal.SIGKILL)

    def close(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        assert self._process.stdout is not None
        self._process.send_signal(how)
        self._process.wait(PATIENCE)
        self._process.stdout.close()
        self._log.close()
        self._process = None

    # HTTP requests of programs

    def account(self, name: str) -> str:
        """Create an account with a password and return its token."""
        body = json.dumps({"name": name, "password": PASSWORD}).encode()
        request = Request(
            f"{self.url}/api/accounts",
            method="POST",
            headers={"Content-Type": "application/json"},
            data=body,
        )
        with urlopen(request, timeout=PATIENCE) as answer:
            cookie: str = answer.headers["set-cookie"]
            return cookie.partition(";")[0].partition("=")[2]

    def ask(self, method: str, path: str, token: str | None = None, body: Any = None) -> Any:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        request = Request(
            f"{self.url}/api/{path}",
            method=method,
            headers={**headers, "Content-Type": "application/json"},
            data=None if body is None else json.dumps(body).encode(),
        )
        with urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer) if answer.status != 204 else None
