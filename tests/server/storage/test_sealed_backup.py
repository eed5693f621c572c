"""Tests of encrypted backups: no plain data on the disk, a restored room equals the original
except for hands in play and logins, and any fault of a file is reported before anything
changes."""

import asyncio
import json
import os
import random
import time
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokermasa.server import sealed_file
from pokermasa.server.accounts import audit
from pokermasa.server.admin import backups, doctor, later_list
from pokermasa.server.admin import restore as restoring
from pokermasa.server.sealed_file import NotOpened, seal, unseal
from pokermasa.server.settings import BadSettings, Settings, load
from pokermasa.server.storage.backup import room_dump
from pokermasa.server.table.actor import TableActor
from tests.server.field import Field
from tests.server.operator import PASSWORD, Seats, admin, log_in, person
from tests.server.store import Store
from tests.server.wired import Hall, opened

pytestmark = pytest.mark.sampled(2)

KEY = bytes(range(32))


def sealed(lines: list[bytes], key: bytes = KEY) -> bytes:
    file = BytesIO()
    seal(lines, file, key)
    return file.getvalue()


@pytest.mark.rotated
@given(st.lists(st.binary(max_size=200).map(lambda line: line.replace(b"\n", b" "))))
def test_a_sealed_file_can_be_read_with_its_key(lines: list[bytes]) -> None:
    assert list(unseal(BytesIO(sealed(lines)), KEY)) == lines


def test_many_chunks_are_read_in_order() -> None:
    rng = random.Random(1)
    lines = [rng.randbytes(3000).replace(b"\n", b"") for _ in range(100)]
    file = sealed(lines)
    assert len(file) > 4 * sealed_file.PIECE
    assert list(unseal(BytesIO(file), KEY)) == lines


def test_a_modified_or_truncated_file_is_refused() -> None:
    rng = random.Random(2)
    whole = sealed([rng.randbytes(3000).replace(b"\n", b"") for _ in range(60)])
    places = [0, 5, 20, 40, 43, 60, *rng.sample(range(len(whole)), 40), len(whole) - 1]
    for place in places:
        damaged = bytearray(whole)
        damaged[place] ^= 1
        with pytest.raises(NotOpened):
            list(unseal(BytesIO(bytes(damaged)), KEY))
    for length in (0, 3, 14, 30, 38, 41, 60, len(whole) // 2, len(whole) - 1):
        with pytest.raises(NotOpened):
            list(unseal(BytesIO(whole[:length]), KEY))
    with pytest.raises(NotOpened, match="behind its end"):
        list(unseal(BytesIO(whole + b"x"), KEY))
    with pytest.raises(NotOpened, match="the key is another one"):
        list(unseal(BytesIO(whole), bytes(32)))


def test_two_backups_of_the_same_data_share_no_bytes() -> None:
    first, second = sealed([b"x" * 1000]), sealed([b"x" * 1000])
    assert first[len(sealed_file.MAGIC) :] != second[len(sealed_file.MAGIC) :]


# Keys


def test_a_key_must_be_outside_of_the_data_folder_and_private(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "masa.key"
    data.mkdir()
    sealed_file.new_key(file)
    assert file.stat().st_mode & 0o077 == 0
    key = sealed_file.read_key(file, data)
    assert len(key) == 32
    with pytest.raises(FileExistsError):
        sealed_file.new_key(file)
    with pytest.raises(sealed_file.NoKey, match="apart"):
        sealed_file.read_key(file, tmp_path)
    file.chmod(0o644)
    with pytest.raises(sealed_file.NoKey, match="chmod 600"):
        sealed_file.read_key(file)
    for text in (b"", b"nonsense", b"AAAA", os.urandom(32)):
        (tmp_path / "wrong").write_bytes(text)
        with pytest.raises(sealed_file.NoKey, match="no key"):
            sealed_file.read_key(tmp_path / "wrong")
    with pytest.raises(sealed_file.NoKey, match="cannot be read"):
        sealed_file.read_key(tmp_path / "missing")


# A whole room


def new_key(folder: Path) -> Path:
    file = folder / "masa.key"
    if not file.exists():
        sealed_file.new_key(file)
    return file


def elsewhere(folder: Path) -> Settings:
    """Return the settings of a room that does not exist yet."""
    if Store.kind == "sqlite":
        folder.mkdir(mode=0o700)
        return Settings(data=folder)
    cluster = Store.cluster()
    folder.mkdir()
    Store.databases[folder.resolve()] = name = cluster.new_database()
    return Settings(data=folder, database=cluster.url(name))


@pytest.mark.both_stores
def test_a_room_is_restored_without_hands_in_play_and_logins(tmp_path: Path) -> None:
    backup, place = tmp_path / "backups" / "room.sealed", elsewhere(tmp_path / "new")
    backup.parent.mkdir()
    key = sealed_file.read_key(new_key(tmp_path))

    async def main() -> None:
        async with opened(tmp_path / "room") as hall:
            seats = await Seats.taken(hall, "Ada", "Bob", "Cid")
            await person(hall, "Dan")
            dan = await id_of(hall, "Dan")
            await seats.table.deal()
            await seats.finish()
            await seats.table.deal()
            await seats.act("CA")
            field = await Field.entered(hall, 3, seats=3)
            (table,) = field.director.tables.open.values()
            await table.deal()
            epoch = seats.table.state.epoch
            chips = seats.table.state.masa.chips
            before = {side: seat.stack for side, seat in hands_start(seats.table).items()}
            await asyncio.to_thread(backups.take, hall.settings.database_url, backup, key, 1)
        later = [later_list.Later(2, "ban", dan), later_list.Later(3, "nonsense", dan)]
        later_list.add_later(backup.parent, later)
        url = place.database_url
        done = await asyncio.to_thread(restoring.restore, backup, key, url, 1_900_000_000_000)
        assert (done.made, done.void, done.later) == (1, 2, 1)
        async with opened(tmp_path / "new") as hall:
            seats.hall = hall
            again = seats.table
            assert not again.state.masa.is_game
            assert {side: seat.stack for side, seat in again.state.masa.seats.items()} == before
            assert again.state.masa.chips == chips
            assert int(again.state.epoch) > int(epoch) + 1_000_000
            field.hall = hall
            assert not field.director.state.is_playing
            assert await field.books() == []
            async with hall.client(seats.secrets[0]) as client:
                assert (await client.get("/api/me")).status_code == 401
            assert await log_in(hall, "Ada") == "in"
            assert await log_in(hall, "Dan") == "BANNED", "what came later holds"
            async with hall.engine.connect() as connection:
                assert await connection.run_sync(audit.audit) == []

    asyncio.run(main())


def hands_start(table: TableActor) -> Any:
    """Return the seats as they were before the hand in progress."""
    return table.state.masa.abort().masa.seats


async def id_of(hall: Hall, name: str) -> int:
    return (await hall.app.state.accounts.named(name)).id


def test_any_fault_of_a_backup_file_is_reported_before_anything_changes(tmp_path: Path) -> None:
    key_file = new_key(tmp_path)
    key = sealed_file.read_key(key_file)

    async def main() -> None:
        async with opened(tmp_path / "room") as hall:
            await person(hall, "Ada")
            good = tmp_path / "good.sealed"
            said = await admin(hall, "backup", str(good), "--key", str(tmp_path / "room/in.key"))
            assert said.exit_code == 1
            backups.take(hall.settings.database_url, good, key, 1)
        other = tmp_path / "other" / "masa.key"
        other.parent.mkdir()
        sealed_file.new_key(other)
        whole = good.read_bytes()
        newer = sealed([json.dumps({"format": 1, "revision": "9999", "made": 1}).encode()], key)
        rows = list(unseal(BytesIO(whole), key))
        less = sealed([line for line in rows if b"Ada" not in line], key)
        wrong = {
            "damaged": whole[:500] + bytes([whole[500] ^ 1]) + whole[501:],
            "cut short": whole[:-20],
            "newer": newer,
            "no backup": b"something else",
            "should be": less,
        }
        place = tmp_path / "new"
        for text, content in wrong.items():
            file = tmp_path / "wrong.sealed"
            file.write_bytes(content)
            said = await admin_at(place, "restore", str(file), "--key", str(key_file))
            assert (said.exit_code, text in said.output) == (1, True), (text, said.output)
            assert not list(place.glob("room.db*"))
        said = await admin_at(place, "restore", str(good), "--key", str(other))
        assert (said.exit_code, "another one" in said.output) == (1, True), said.output
        assert not list(place.glob("room.db*"))
        said = await admin_at(place, "restore", str(good))
        assert (said.exit_code, "--key" in said.output) == (2, True)
        said = await admin_at(place, "restore", str(good), "--key", str(key_file))
        assert said.exit_code == 0, said.output
        before = (place / "room.db").read_bytes()
        said = await admin_at(place, "restore", str(good), "--key", str(key_file))
        assert (said.exit_code, "there already" in said.output) == (1, True), said.output
        assert (place / "room.db").read_bytes() == before

    asyncio.run(main())


async def admin_at(folder: Path, *arguments: str) -> Any:
    class Place:
        settings = Settings(data=folder)

    return await admin(Place(), *arguments)  # type: ignore[arg-type]


def test_backups_are_taken_when_due_and_the_oldest_are_deleted(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    plan: dict[str, Any] = {
        "backup_folder": folder,
        "backup_key": new_key(tmp_path),
        "backup_keep": 3,
    }

    async def main() -> None:
        async with opened(tmp_path / "room", **plan) as hall:
            await person(hall, "Secretive")
            settings, now = hall.settings, 1_800_000_000.0
            assert backups.take_due(settings, now) == folder / "room-20270115-080000.sealed"
            assert backups.take_due(settings, now + 23 * 3600) is None
            for day in range(1, 6):
                assert backups.take_due(settings, now + day * 86_400) is not None
            left = backups.existing(folder)
            assert [path.name[5:13] for path in left] == ["20270118", "20270119", "20270120"]
            assert backups.age(folder, now + 5 * 86_400 + 60) == 60
            for path in folder.iterdir():
                assert path.stat().st_mode & 0o077 == 0
                assert b"Secretive" not in path.read_bytes()

    asyncio.run(main())


def test_the_next_backup_deletes_partial_files_of_killed_processes(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    plan: Any = {"backup_folder": folder, "backup_key": new_key(tmp_path)}
    folder.mkdir()
    names = ("room-20270114-080000", "room-20270114-090000", "mine")
    old, fresh, other = (folder / f".{name}.sealed.part" for name in names)
    for path in (old, fresh, other):
        path.write_bytes(b"the beginning")
    for path in (old, other):
        os.utime(path, (time.time() - 3700,) * 2)

    async def main() -> None:
        async with opened(tmp_path / "room", **plan) as hall:
            assert backups.take_due(hall.settings, 1_800_000_000.0) is not None

    asyncio.run(main())
    assert [path.exists() for path in (old, fresh, other)] == [False, True, True]


@pytest.mark.both_stores
def test_play_continues_during_a_backup(tmp_path: Path) -> None:
    """The backup shows the room at the moment when it began."""

    async def main() -> None:
        async with opened(tmp_path / "room") as hall:
            await person(hall, "Ada")
            with room_dump.one_moment(hall.settings.database_url) as connection:
                lines = room_dump.lines(connection, 1)
                before = [next(lines)]
                async with asyncio.timeout(60):
                    await person(hall, "Bob")
                before += lines
        text = b"\n".join(before).decode()
        assert "Ada" in text
        assert "Bob" not in text

    asyncio.run(main())


@pytest.mark.usefixtures("looking")
def test_bans_and_deletions_are_written_to_the_list_for_restores(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    plan: Any = {"backup_folder": folder, "backup_key": new_key(tmp_path)}

    async def main() -> None:
        async with opened(tmp_path / "room", **plan) as hall:
            ada = await person(hall, "Ada")
            await person(hall, "Bob")
            ids = [await id_of(hall, name) for name in ("Ada", "Bob")]
            assert (await admin(hall, "ban", "Bob", "--reason", "x")).exit_code == 0
            await hall.app.state.admin.look()
            async with hall.client(ada) as client:
                mine = {"password": PASSWORD}
                assert (await client.request("DELETE", "/api/me", json=mine)).status_code == 204
            found = [(one.what, one.account) for one in later_list.read_later(folder, 0)]
            assert found == [("ban", ids[1]), ("delete", ids[0])]

    asyncio.run(main())


def test_a_backup_folder_without_a_key_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="give both"):
        load({"backup_folder": tmp_path})


# Doctor


@pytest.mark.both_stores
def test_doctor_reports_backup_problems_and_their_remedies(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    plan: Any = {"backup_folder": folder, "backup_key": new_key(tmp_path)}

    async def main() -> None:
        async with opened(tmp_path / "room", **plan) as hall:
            await person(hall, "Ada")

        def found(now: float) -> dict[str, tuple[str, str]]:
            return {one.what: one[1:] for one in doctor.examine(hall.settings, now)}

        now = time.time()
        well = found(now)
        assert well["books"][0] == well["database"][0] == well["clock"][0] == "well"
        assert well["room"][1] == "closed"
        assert well["backup"] == ("warning", f"there is none in {folder} yet")
        backups.take_due(hall.settings, now)
        assert found(now)["backup"][0] == "well"
        assert found(now + 3 * 86_400)["backup"][0] == "wrong"
        plan["backup_key"].chmod(0o644)
        assert "chmod 600" in found(now)["backup"][1]
        hall.settings.data.chmod(0o755)
        assert found(now)["permissions"] == (
            "wrong",
            f"{hall.settings.data} can be read by others: chmod 700 {hall.settings.data}",
        )
        said = await admin(hall, "doctor")
        assert (said.exit_code, "chmod 700" in said.output) == (1, True), said.output
        hall.settings.data.chmod(0o700)
        said = await admin(hall, "doctor", "--json")
        assert (said.exit_code, json.loads(said.stdout)[0]["what"]) == (0, "versions"), said.output

    asyncio.run(main())
