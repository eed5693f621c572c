"""Tests of several processes of one room that start at the same moment on one PostgreSQL."""

import asyncio
import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

from pokermasa.server.settings import Settings
from pokermasa.server.storage.database import data_folder, dialect, migration
from pokermasa.server.storage.database.sqlite import Sqlite
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
        """Fails at the second call. The first one is made by the command and the second by the
        room.
        """
        calls.append(settings)
        if len(calls) > 1:
            raise data_folder.CannotKeep("the disk is full")
        prepare(settings)

    monkeypatch.setattr(data_folder, "prepare", fails_the_second_time)
    said = serve("--data", tmp_path, "--port", 0)
    assert said.exit_code == 1
    last = said.output.strip().splitlines()[-1]
    assert last == "masa serve: the room cannot open: the disk is full"


def test_another_process_sees_all_tables_of_a_new_sqlite_file_or_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that saw only some tables would take the file for one of an unreleased version, and
    end."""
    file = tmp_path / "room.db"
    seen: list[list[Any]] = []

    def look(_: Any) -> None:
        """Reads the tables in the file from another connection. Called after the last table is
        created and before the commit.
        """
        with contextlib.closing(sqlite3.connect(file)) as other:
            seen.append(other.execute("SELECT name FROM sqlite_master").fetchall())

    monkeypatch.setattr(dialect, "make_writers", look)
    engine = Sqlite(f"sqlite+aiosqlite:///{file}").reading()

    async def open_it() -> None:
        await migration.migrate(engine)
        await engine.dispose()

    asyncio.run(open_it())
    assert seen == [[]]
    migration.verify_version(f"sqlite+aiosqlite:///{file}")


def test_tables_created_during_the_check_are_not_taken_for_an_unreleased_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine, other = (create_engine(f"sqlite:///{tmp_path / 'room.db'}") for _ in range(2))
    revisions = migration.revisions

    def slow(connection: Any) -> tuple[str, ...]:
        """Simulates another process that opens the room after this one has read the revision."""
        monkeypatch.setattr(migration, "revisions", revisions)
        found = revisions(connection)
        with other.begin() as opening:
            migration.upgrade(opening)
        return found

    monkeypatch.setattr(migration, "revisions", slow)
    with engine.connect() as connection:
        migration.verify(connection)
    engine.dispose()
    other.dispose()


@pytest.mark.soak
def test_two_processes_started_together_always_both_open(tmp_path: Path, url: str) -> None:
    with nats() as bus:
        _open_and_close(tmp_path, url, bus.url, 1)  # The first start fills the room.
        for _ in range(20):
            _open_and_close(tmp_path, url, bus.url, 2)


def _open_and_close(data: Path, url: str, bus: str, number: int) -> None:
    arguments = ["--port", "0", "--data", str(data), "--database", url, "--bus", bus]
    env = os.environ | {"POKERMASA_STUDY_WORKERS": "0", "POKERMASA_LEASE_MS": "2000"}
    processes = [
        subprocess.Popen(
            [*MASA, "serve", *arguments],
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
