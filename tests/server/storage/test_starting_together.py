"""Tests of several processes of one room that start at the same moment on one PostgreSQL."""

import contextlib
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pokermasa.server.settings import Settings
from pokermasa.server.storage.database import data_folder
from tests.server.admin.test_operator import serve
from tests.server.several import nats
from tests.server.store import POSTGRES, Store
from tests.server.wired import PATIENCE

MASA = [sys.executable, "-c", "from pokermasa.cli import main; main()"]


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the database URL of a room on PostgreSQL."""
    monkeypatch.setattr(Store, "kind", POSTGRES)
    return Store.url_of(tmp_path)


def test_concurrent_processes_all_find_the_database_writable(tmp_path: Path, url: str) -> None:
    def prepare(number: int) -> None:
        for _ in range(15):
            data_folder.prepare(Settings(data=tmp_path / str(number), database=url))

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(prepare, range(4)))


def test_the_last_line_of_output_gives_the_reason_why_the_room_did_not_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[Any] = []
    prepare = data_folder.prepare

    def fails_the_second_time(settings: Settings) -> None:
        """The first time it is the command that asks, the second time the room."""
        calls.append(settings)
        if len(calls) > 1:
            raise data_folder.CannotKeep("the disk is full")
        prepare(settings)

    monkeypatch.setattr(data_folder, "prepare", fails_the_second_time)
    said = serve("--data", tmp_path, "--port", 0)
    assert said.exit_code == 1
    last = said.output.strip().splitlines()[-1]
    assert last == "masa serve: the room cannot open: the disk is full"


@pytest.mark.soak
def test_two_processes_started_together_always_both_open(tmp_path: Path, url: str) -> None:
    with nats() as bus:
        _open_and_close(tmp_path, url, bus.url, 1)  # the room is filled
        for _ in range(20):
            _open_and_close(tmp_path, url, bus.url, 2)


def _open_and_close(data: Path, url: str, bus: str, number: int) -> None:
    words = ["--port", "0", "--data", str(data), "--database", url, "--bus", bus]
    env = os.environ | {"POKERMASA_STUDY_WORKERS": "0", "POKERMASA_LEASE_MS": "2000"}
    processes = [
        subprocess.Popen(
            [*MASA, "serve", *words],
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for _ in range(number)
    ]
    try:
        for process in processes:
            assert process.stdout is not None
            lines = []
            for line in process.stdout:
                lines.append(line)
                if "is open at" in line:
                    break
            else:
                pytest.fail("".join(lines))
    finally:
        for process in processes:
            process.send_signal(signal.SIGINT)
        for process in processes:
            with contextlib.suppress(ValueError):
                process.communicate(timeout=PATIENCE)
