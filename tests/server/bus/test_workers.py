"""Tests of `masa serve --workers 2`: two processes share one address, and each of them can
fail without harm."""

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from subprocess import CompletedProcess, Popen
from typing import IO, Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from pokermasa.server.settings import Settings
from pokermasa.server.storage.database.process import running
from tests.server.bus.test_lost_process import Player, sit
from tests.server.crash import faults_in_the_books
from tests.server.room import PATIENCE, CheckedClient, run

# The test starts five processes, and each loads the whole server.
pytestmark = pytest.mark.soak
MASA = [sys.executable, "-c", "from pokermasa.cli import main; main()"]


@contextlib.contextmanager
def served(data: Path, errors: IO[str] | None = None) -> Iterator[tuple[Popen[str], str]]:
    """Starts `masa serve` with two workers. Yields the process and its address."""
    quiet = {"HOUSE_TABLES": "false", "STUDY_WORKERS": "0", "BETWEEN_HANDS_MS": "5"}
    quiet |= {"RECONNECT_GRACE_MS": "600000"}
    quiet |= {"ACT_TIME_MS": "600000", "LEASE_MS": "3000", "LOGINS_A_MINUTE": "6000"}
    env = os.environ | {f"POKERMASA_{name}": value for name, value in quiet.items()}
    process = subprocess.Popen(
        [*MASA, "serve", "--port", "0", "--data", str(data), "--workers", "2"],
        env=env,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        address = re.search(r"http://[\d.:]+", line)
        assert address, line
        yield process, address[0]
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        process.stdout.close()


def living(settings: Settings) -> list[int]:
    """Return the process ids of the room's processes on this machine."""
    return [one.pid for one in running(settings)]


def guest(url: str) -> str:
    answer = httpx.post(f"{url}/api/guests", timeout=PATIENCE)
    assert answer.status_code == 201, answer.text
    return next(value for name, value in answer.cookies.items() if name.endswith("masa"))


def drained(data: Any, pid: Any) -> CompletedProcess[str]:
    return subprocess.run(
        [*MASA, "admin", "drain", str(pid), "--data", str(data)],
        check=False,
        capture_output=True,
        text=True,
    )


def wait(seen: Any) -> None:
    until = time.monotonic() + PATIENCE
    while not seen():
        assert time.monotonic() < until, "it did not come"
        time.sleep(0.02)


def test_two_workers_form_one_room_that_survives_the_loss_of_either(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    with served(tmp_path) as (_, url):
        pids = living(settings)
        assert len(pids) == 2

        async def back(who: Any, masa: Any) -> Player:
            """Connects again until a worker accepts, and watches the table."""
            while True:
                with contextlib.suppress(OSError):
                    client = await CheckedClient.connect(url, who)
                    await client.watch(masa)
                    return Player(client, masa)
                await asyncio.sleep(0.05)

        async def more(players: list[Any], secrets: list[str], masa: Any, hands: int) -> None:
            """Waits until *hands* more hands have been played, and reconnects players that
            lose their connection."""
            start = [player.hands for player in players]
            played = [0] * len(players)
            while min(played) < hands:
                for place, player in enumerate(players):
                    played[place] += player.hands - start[place]
                    start[place] = player.hands
                    if player.is_over:
                        await player.stop()
                        players[place] = await back(secrets[place], masa)
                        start[place] = 0
                await asyncio.sleep(0.01)

        async def main() -> Any:
            secrets = [guest(url) for _ in range(2)]
            headers = {"Authorization": f"Bearer {secrets[0]}"}
            async with httpx.AsyncClient(headers=headers, timeout=PATIENCE) as http:
                made = await http.post(f"{url}/api/tables", json={"name": "T", "sides": 2})
                masa = made.json()["id"]
            players = [
                await sit(await CheckedClient.connect(url, secret), masa, side)
                for side, secret in enumerate(secrets)
            ]
            await more(players, secrets, masa, 2)
            said = await asyncio.to_thread(drained, tmp_path, 1)
            assert said.returncode == 1
            assert "there is no process 1 of this room here" in said.stderr
            os.kill(pids[0], signal.SIGKILL)
            await asyncio.to_thread(
                wait, lambda: len(living(settings)) == 2 and pids[0] not in living(settings)
            )
            await more(players, secrets, masa, 2)
            said = await asyncio.to_thread(drained, tmp_path, pids[1])
            assert said.returncode == 0, said.stderr
            await more(players, secrets, masa, 2)
            await asyncio.to_thread(wait, lambda: len(living(settings)) == 2)
            assert pids[1] not in living(settings)
            for player in players:
                await player.stop()
            return masa

        masa = run(main())
    assert living(settings) == []
    assert faults_in_the_books(tmp_path / "room.db", masa) == []


def test_counters_do_not_decrease_when_another_worker_answers(tmp_path: Path) -> None:
    """Each request uses its own connection, so that both workers answer."""
    with served(tmp_path) as (_, url):
        last: dict[str, float] = {}
        for number in range(50):
            if number % 5 == 0:
                guest(url)
            text = httpx.get(f"{url}/metrics", timeout=PATIENCE).text
            now = {
                f"{one.name}{sorted(one.labels.items())}": one.value
                for family in text_string_to_metric_families(text)
                for one in family.samples
                if one.name.endswith(("_total", "_count", "_bucket"))
            }
            for worker in "01":
                assert any(f"('worker', '{worker}')" in name for name in now), worker
            assert not {name for name in last if now.get(name, -1) < last[name]}
            last = now
        written = [last[name] for name in last if name.startswith("pokermasa_writes_total")]
        assert sum(written) >= 10


def test_stopping_the_room_while_a_worker_starts_logs_no_traceback(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    with open(tmp_path / "errors", "w+") as errors:
        with served(tmp_path, errors) as (process, _):
            before = children(process.pid)
            os.kill(living(settings)[0], signal.SIGKILL)
            wait(lambda: children(process.pid) - before)  # the worker that replaces it
            time.sleep(0.3)  # killed while it is still loading
        errors.seek(0)
        said = errors.read()
    assert "has ended (-9)" in said
    assert "Traceback" not in said, said
    assert living(settings) == []


def children(pid: int) -> set[str]:
    return set(Path(f"/proc/{pid}/task/{pid}/children").read_text().split())


DYING = """
import os, sys, pathlib
here = pathlib.Path(os.environ["DYING"])
if "pokermasa.cli.worker" in " ".join(sys.orig_argv) and not here.exists():
    here.touch()
    os._exit(7)
"""


def test_a_worker_that_dies_while_starting_is_started_again_and_the_room_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text(DYING)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("DYING", str(tmp_path / "died"))
    settings = Settings(data=tmp_path / "room")
    with open(tmp_path / "errors", "w+") as errors:
        with served(settings.data, errors) as (_, url):
            assert httpx.get(f"{url}/health", timeout=PATIENCE).status_code == 200
            wait(lambda: len(living(settings)) == 2)
        errors.seek(0)
        said = errors.read()
    assert "has ended (7)" in said
    assert "Traceback" not in said, said
