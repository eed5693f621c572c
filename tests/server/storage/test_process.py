"""Tests of the lock on a data folder, and of the processes that may share it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pokermasa import __version__
from pokermasa.server.admin import doctor
from pokermasa.server.settings import Settings
from pokermasa.server.storage.database import database, process
from pokermasa.server.storage.database.process import RoomIsOpen, hold
from pokermasa.server.storage.journal import lease
from tests.server.admin.test_operator import serve
from tests.server.room import open_room
from tests.server.store import POSTGRES, Store
from tests.server.wired import PATIENCE

BUS = "nats://secret@127.0.0.1:4222"


def test_a_second_room_on_the_same_data_folder_is_refused_with_a_message(tmp_path: Path) -> None:
    first = Settings(data=tmp_path)
    with open_room(tmp_path) as room, hold(first):
        # The port is in use, so the second room would fail anyway, with another message.
        where = ("--port", room.port, "--data", tmp_path)
        said = serve(*where)
        assert said.exit_code == 1
        text = f"another masa serve (process {os.getpid()}) has the room in {tmp_path} open"
        assert text in said.output
        assert "--workers" in said.output
        said = serve(*where, "--workers", 2)
        assert (said.exit_code, text in said.output) == (1, True)
    with hold(first):
        pass  # After it is closed, the next room may open.


def test_processes_with_a_bus_share_a_folder_and_one_without_is_refused(tmp_path: Path) -> None:
    alone, together = Settings(data=tmp_path), Settings(data=tmp_path, bus=BUS)
    with (
        hold(together),
        hold(together),
        pytest.raises(RoomIsOpen, match="--workers"),
        hold(alone),
    ):
        pass
    with hold(alone), pytest.raises(RoomIsOpen, match="with the same --bus"), hold(together):
        pass


def test_a_killed_room_does_not_block_its_folder(tmp_path: Path) -> None:
    program = (
        "import sys, time; from pathlib import Path\n"
        "from pokermasa.server.settings import Settings\n"
        "from pokermasa.server.storage.database.process import hold\n"
        "with hold(Settings(data=Path(sys.argv[1]))):\n"
        "    print('held', flush=True); time.sleep(600)"
    )
    held = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert held.stdout is not None
        assert held.stdout.readline() == "held\n"
        with pytest.raises(RoomIsOpen), hold(Settings(data=tmp_path)):
            pass
    finally:
        held.send_signal(signal.SIGKILL)
        held.communicate()
    with hold(Settings(data=tmp_path)):
        pass


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the database URL of a room on PostgreSQL."""
    monkeypatch.setattr(Store, "kind", POSTGRES)
    return Store.url_of(tmp_path)


def test_a_second_room_on_the_same_postgresql_is_refused_even_with_another_folder(
    tmp_path: Path, url: str
) -> None:
    with open_room(tmp_path / "one", database=url, lease_ms=2000, house_tables=True):
        said = serve("--port", 0, "--data", tmp_path / "two", "--database", url)
        assert said.exit_code == 1
        assert "has the room in this database open" in said.output
        assert "the same --bus" in said.output
        process.verify_alone(Settings(data=tmp_path / "two", database=url, bus=BUS), time.sleep)
    # The first room is closed.
    process.verify_alone(Settings(data=tmp_path / "two", database=url), time.sleep)


def test_a_room_killed_on_another_machine_can_be_replaced_after_its_leases_expire(
    tmp_path: Path, url: str
) -> None:
    settings = Settings(data=tmp_path, database=url, lease_ms=2000)
    engine = database.open_database(settings.database_url).whole()
    with engine.begin() as connection:
        lease.take(connection, "3f0c9a12", "elsewhere", 0, settings.lease_ms)
    process.verify_alone(settings, time.sleep)
    with engine.begin() as connection:
        assert not lease.is_room_open(connection, 0)
    engine.dispose()


def test_a_room_that_fails_to_listen_exits(tmp_path: Path) -> None:
    """Threads of the open room once kept the process alive."""
    program = (
        "import sys; from pathlib import Path\n"
        "from pokermasa.server import app\n"
        "from pokermasa.server.connection.server import Server\n"
        "from pokermasa.server.lobby.lobby import Lobby\n"
        "from pokermasa.server.settings import Settings\n"
        "def fail(lobby): raise RuntimeError('no room here')\n"
        "Lobby.note_open = fail\n"
        "settings = Settings(data=Path(sys.argv[1]), port=0, study_workers=0)\n"
        "Server(app.build(settings), settings).run()"
    )
    arguments = [sys.executable, "-c", program, str(tmp_path)]
    ended = subprocess.run(arguments, check=False, capture_output=True, text=True, timeout=PATIENCE)
    assert ended.returncode == 1
    assert "no room here" in ended.stderr
    assert not process.running(Settings(data=tmp_path))


def test_the_lock_is_private_to_its_owner(tmp_path: Path) -> None:
    with hold(Settings(data=tmp_path)):
        assert (tmp_path / process.LOCK).stat().st_mode & 0o077 == 0


def test_doctor_compares_the_running_version_with_the_installed_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(data=tmp_path)

    def versions() -> list[tuple[str, str]]:
        found = doctor.examine(settings, 1_800_000_000)
        return [(str(one.verdict), one.words) for one in found if one.what == "versions"]

    with open_room(tmp_path, database=""):
        (here,) = process.running(settings)
        assert (here.pid, here.version, here.is_open) == (os.getpid(), __version__, True)
        assert [verdict for verdict, _ in versions()] == ["well"]
        monkeypatch.setattr(doctor, "__version__", "9.9.9")  # as after an upgrade without a restart
        assert versions()[1] == (
            "warning",
            f"process {os.getpid()} runs {__version__}, but 9.9.9 is installed: "
            "restart the room (systemctl restart pokermasa, or masa admin drain)",
        )
