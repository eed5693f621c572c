"""Tests of copying a room between SQLite and PostgreSQL: with every row, or not at all."""

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import column, select, table, update
from sqlalchemy.sql.dml import Update

from pokermasa.cli import command_line
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.database import database
from tests.server.room import open_room, play_hands, run, seat
from tests.server.store import POSTGRES, SQLITE, Store, make
from tests.server.whole_room.test_faults import Felt
from tests.server.wired import opened

pytestmark = pytest.mark.sqlite_only("both are in it")


@pytest.fixture
def server() -> Iterator[str]:
    """The URL of an empty database."""
    cluster = Store.cluster()
    name = cluster.new_database()
    yield cluster.url(name)
    cluster.do(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def room_played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A room in SQLite that was closed during a hand."""
    folder = tmp_path_factory.mktemp("played")

    async def main() -> None:
        async with opened(folder) as hall:
            felt = await Felt.laid(hall)
            rng = Random(1)
            for _ in range(3):
                await felt.hand(rng)
            await felt.room.deal()

    asyncio.run(main())
    return folder


@pytest.fixture
def played(room_played: Path, tmp_path: Path) -> Path:
    """Return a copy of the played room's folder."""
    shutil.copytree(room_played, tmp_path / "old")
    return tmp_path / "old"


def rows(url: str) -> dict[str, list[tuple[object, ...]]]:
    engine = database.open_database(url).whole()
    with engine.begin() as connection:
        found = {}
        for stored in store.metadata.sorted_tables:
            wanted = select(stored).order_by(*stored.primary_key)
            found[stored.name] = [tuple(row) for row in connection.execute(wanted)]
    engine.dispose()
    return found


def change(url: str, statement: Update) -> None:
    engine = database.open_database(url).whole()
    with engine.begin() as connection:
        connection.execute(statement)
    engine.dispose()


def copied(capfd: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    code = command_line.run(["admin", "copy", *map(str, arguments)])
    return code, capfd.readouterr().err


def test_a_copy_to_postgresql_and_back_keeps_every_row(
    played: Path, tmp_path: Path, server: str, capfd: pytest.CaptureFixture[str]
) -> None:
    code, said = copied(capfd, played, server)
    assert (code, "on both ends" in said, "hand_player:" in said) == (0, True, True), said
    old = rows(f"sqlite:///{played / 'room.db'}")
    assert rows(server) == old
    assert len(old["hand"]) == 3
    code, said = copied(capfd, server, tmp_path / "back.db")
    assert code == 0, said
    assert rows(f"sqlite:///{tmp_path / 'back.db'}") == old
    files = [path for path in tmp_path.iterdir() if path.name.startswith("back.db")]
    assert [path.name for path in files] == ["back.db"]
    assert files[0].stat().st_mode & 0o077 == 0


def test_a_hand_continues_in_the_copied_room(
    played: Path, server: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert copied(capfd, played, server)[0] == 0

    async def main() -> None:
        async with opened(played, database=server) as hall:
            (table,) = hall.lobby.tables.values()
            assert table.state.masa.hands == 4
            assert table.state.masa.to_act is not None
            new = await hall.guest()  # Ids continue after the highest copied one.
            assert new

    asyncio.run(main())


def test_a_target_that_is_not_empty_is_not_changed(
    played: Path, server: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    make(server)
    before = rows(server)
    code, said = copied(capfd, played, server)
    assert (code, "is not empty" in said) == (1, True), said
    assert rows(server) == before
    (tmp_path / "taken.db").write_bytes(b"mine")
    code, said = copied(capfd, played, tmp_path / "taken.db")
    assert (code, "is there already" in said) == (1, True), said
    assert (tmp_path / "taken.db").read_bytes() == b"mine"


def test_a_room_that_is_open_is_not_copied(
    tmp_path: Path, server: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with open_room(tmp_path) as room:
        host = room.guest()
        room.table(host)
        code, said = copied(capfd, tmp_path, server)
    assert (code, "is open" in said) == (1, True), said
    code, said = copied(capfd, tmp_path, server)
    assert code == 0, said


def test_an_inconsistent_ledger_is_reported_and_nothing_is_copied(
    played: Path, server: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{played / 'room.db'}"
    slip = update(store.balance).where(store.balance.c.book == "bank")
    change(url, slip.values(amount=store.balance.c.amount + 1))
    code, said = copied(capfd, played, server)
    assert (code, "add up to 1" in said) == (1, True), said
    engine = database.open_database(server).whole()
    with engine.begin() as connection:
        assert not engine.dialect.has_table(connection, "masa")
    engine.dispose()
    code, said = copied(capfd, played, tmp_path / "new.db")
    assert code == 1
    assert not list(tmp_path.glob("new.db*"))


def test_an_invalid_source_or_target_is_named(
    played: Path, tmp_path: Path, server: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert "is not there" in copied(capfd, tmp_path / "none.db", server)[1]
    assert "there is no room" in copied(capfd, server, tmp_path / "new.db")[1]
    assert copied(capfd, played)[0] == 2
    assert copied(capfd, "mysql://localhost/x", server)[0] == 2
    old = update(table("alembic_version", column("version_num"))).values(version_num="0001")
    change(f"sqlite:///{played / 'room.db'}", old)
    code, said = copied(capfd, played, server)
    assert (code, "an unreleased version" in said) == (2, True), said


def test_a_backup_of_postgresql_is_a_consistent_snapshot_in_a_private_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Store, "kind", POSTGRES)
    with open_room(tmp_path) as room:
        people = [room.guest() for _ in range(2)]
        masa = room.table(people[0])["id"]

        async def main() -> None:
            clients = await seat(room, masa, *people)
            await play_hands(clients, 2)
            await clients[0].next("act")

        run(main())
        where = ["--database", room.settings.database]
        file = tmp_path / "backup.db"
        assert command_line.run(["admin", "backup", str(file), *where]) == 0
        assert command_line.run(["admin", "audit", *where]) == 0
        assert command_line.run(["admin", "backup", str(file), *where]) == 2, "it is there already"
    assert file.stat().st_mode & 0o077 == 0
    monkeypatch.setattr(Store, "kind", SQLITE)
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT COUNT(*) FROM hand").fetchone()[0] >= 2
    connection.close()
    where = ["--database", f"sqlite:///{file}"]
    assert command_line.run(["admin", "audit", *where]) == 0
