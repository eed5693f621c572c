"""Tests that a jump of the wall clock starts nothing, ends no session and deletes nothing."""

import asyncio
import logging
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, insert, select, update

from pokermasa.server.accounts.sessions import digest
from pokermasa.server.admin import backups
from pokermasa.server.clock import Clock
from pokermasa.server.storage import deleted_name, one_time_code
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.database.stored_clock import SESSION_DAYS
from tests.server.storage.test_sealed_backup import new_key
from tests.server.store import POSTGRES, Store
from tests.server.virtual_clock import VirtualClock
from tests.server.wired import NOON, Hall, opened

DAY = 86_400_000
JUMP = 61 * DAY
RETENTION: dict[str, Any] = {
    "keep_guests_days": 30,
    "keep_hands_days": 30,
    "keep_uploads_days": 30,
    "keep_chat_days": 30,
}
TABLES = (store.session, store.account, store.visit, store.code, store.deleted_name, store.chat)


class JumpingClock(VirtualClock):
    """A clock that applies the room's handling of jumps to a wall time set by the test."""

    now, follow = Clock.now, Clock.follow

    def __init__(self, wall: int = NOON) -> None:
        super().__init__()
        self.wall = wall
        Clock.__init__(self)

    def calendar(self) -> int:
        return self.wall

    def elapsed(self) -> int:
        return int(self.seconds * 1000)


def words_of(caplog: pytest.LogCaptureFixture) -> list[str]:
    caplog.handler.setLevel(logging.WARNING)
    return [record.getMessage() for record in caplog.records if "calendar" in record.getMessage()]


@pytest.mark.parametrize("jump", [JUMP, -JUMP])
def test_a_wall_clock_that_is_wrong_for_8_seconds_is_logged_and_ignored(
    jump: int, caplog: pytest.LogCaptureFixture
) -> None:
    clock = JumpingClock()
    clock.wall += jump
    for second in range(8):
        assert clock.now() == NOON + 1000 * second
        clock.pass_time(1)
    clock.wall -= jump
    assert clock.now() == NOON + 8000
    days = "61 days" if jump > 0 else "-61 days"
    assert words_of(caplog) == [
        f"the calendar has jumped by {days}: the room goes on by its own clock for now",
        "the calendar has jumped back: the room has not followed it",
    ]


def test_a_new_wall_clock_time_is_accepted_after_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    clock = JumpingClock()
    clock.wall -= JUMP
    assert clock.now() == NOON
    clock.pass_time(59.9)
    assert clock.now() == NOON + 59_900
    clock.pass_time(0.1)
    assert clock.now() == NOON + 60_000 - JUMP == clock.wall
    assert len(words_of(caplog)) == 2


def test_after_a_second_jump_another_minute_must_pass() -> None:
    clock = JumpingClock()
    clock.wall += JUMP
    clock.now()
    clock.pass_time(50)
    clock.wall += JUMP
    clock.now()
    clock.pass_time(50)
    assert clock.now() == NOON + 100_000


def test_a_small_correction_of_the_wall_clock_is_accepted_at_once() -> None:
    clock = JumpingClock()
    for correction in (59_000, -59_000):
        clock.wall += correction
        assert clock.now() == clock.wall


def test_the_real_clock_shows_the_time_of_the_machine() -> None:
    assert abs(Clock().now() - time.time() * 1000) < 1000


async def counts(hall: Hall) -> list[int]:
    async with hall.engine.connect() as connection:
        return [
            int((await connection.execute(select(func.count()).select_from(table))).scalar() or 0)
            for table in TABLES
        ]


async def is_known(hall: Hall, secret: str) -> bool:
    async with hall.client(secret) as client:
        return (await client.get("/api/me")).status_code == 200


async def lasts(hall: Hall, secret: str) -> float:
    """Return the remaining lifetime of the session in days."""
    async with hall.engine.connect() as connection:
        here = store.session.c.digest == digest(secret)
        ends = (await connection.execute(select(store.session.c.expires).where(here))).scalar()
    return (int(ends or 0) - hall.clock.now()) / DAY


async def clean_up(hall: Hall) -> None:
    """Runs all periodic cleanup of the room."""
    await hall.lobby._maintenance._forget_old()
    hall.app.state.admin._looked_for_old = -1e9
    await hall.app.state.admin._let_go()


async def old_things(hall: Hall) -> tuple[str, list[int]]:
    """Create a guest and one of everything that expires. None of it is due. Return the guest's
    session and the number of rows.
    """
    guest = await hall.guest()
    account = (await hall.app.state.accounts.sessions.find(guest)).account
    masa = await hall.table(guest)
    now = hall.clock.now()

    def insert_rows(connection: Any) -> None:
        one_time_code.add(connection, "digest", one_time_code.RESET, account.id, now, 24)
        deleted_name.keep(connection, "Gone", account.id, False, now)
        visit = {"account": account.id, "masa": masa, "stack": 1, "ended": now}
        connection.execute(insert(store.visit).values(visit))
        said = {"masa": masa, "account": account.id, "text": "hello", "made": now}
        connection.execute(insert(store.chat).values(said))

    await hall.lobby.writer.write(insert_rows)
    return guest, await counts(hall)


def test_a_clock_61_days_ahead_for_8_seconds_ends_no_session_and_deletes_nothing(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        clock = JumpingClock()
        async with opened(tmp_path, clock, lease_ms=3000, **RETENTION) as hall:
            guest, before = await old_things(hall)
            await clock.advance(5)
            clock.wall += JUMP
            for _ in range(8):
                await clock.advance(1)
                await clean_up(hall)
                assert await is_known(hall, guest)
            clock.wall -= JUMP
            await clock.advance(100)
            await clean_up(hall)
            assert await counts(hall) == before
            assert await is_known(hall, guest)
            assert await lasts(hall, guest) == pytest.approx(SESSION_DAYS, abs=0.1)

    asyncio.run(main())


@pytest.mark.parametrize("jump", [JUMP, -JUMP], ids=["ahead", "back"])
@pytest.mark.both_stores
def test_a_room_opened_with_a_wrong_clock_loses_nothing(
    tmp_path: Path, jump: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        clock = JumpingClock()
        # A database server normally has the right time. In this test it is as wrong as the machine.
        clock.follow = lambda now: None
        async with opened(tmp_path, clock, **RETENTION) as hall:
            guest, before = await old_things(hall)
        wrong = JumpingClock(clock.wall + jump)
        wrong.follow = lambda now: None
        async with opened(tmp_path, wrong, **RETENTION) as hall:
            await wrong.advance(3600)
            await clean_up(hall)
            assert await counts(hall) == before
            assert await is_known(hall, guest)
            assert any("nothing old is deleted for a day" in text for text in words_of(caplog))
            wrong.wall -= jump  # The clock is corrected while the room is open.
            wrong.now()
            wrong.pass_time(61)
            await clean_up(hall)
            assert await counts(hall) == before
            assert await is_known(hall, guest)
            assert await lasts(hall, guest) == pytest.approx(SESSION_DAYS, abs=0.1)

    asyncio.run(main())


def test_expired_data_is_deleted_again_a_day_after_a_jump(tmp_path: Path) -> None:
    async def main() -> None:
        clock = JumpingClock()
        async with opened(tmp_path, clock, **RETENTION) as hall:
            guest, before = await old_things(hall)
        after = JumpingClock(clock.wall + 31 * DAY)  # The room was closed for 31 days.
        async with opened(tmp_path, after, **(RETENTION | {"keep_guests_days": 0})) as hall:
            after.pass_time(86_399)
            await clean_up(hall)
            assert await counts(hall) == before
            after.pass_time(1)
            await clean_up(hall)
            session, _account, visit, code, name, chat = await counts(hall)
            assert (visit, code, chat) == (0, 0, 0)
            assert (session, name) == (1, 1), "neither is due"
            assert await is_known(hall, guest)
            assert await lasts(hall, guest) == pytest.approx(59, abs=0.1), "a day has counted"

    asyncio.run(main())


def test_a_process_whose_clock_is_wrong_deletes_nothing_of_another(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, JumpingClock()) as hall:
            await hall.lobby.writer.write(
                lambda c: c.execute(
                    update(store.room_setting)
                    .where(store.room_setting.c.name == "clock")
                    .values(value=f"{NOON + JUMP} 0")
                )
            )
            assert not await hall.lobby.stored_clock.note(), "somebody is wrong"

    asyncio.run(main())


def test_processes_use_the_clock_of_their_database_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        wrong = JumpingClock(int(time.time() * 1000) + JUMP)
        async with opened(tmp_path, JumpingClock(int(time.time() * 1000))) as hall:
            guest = await hall.guest()
            async with opened(tmp_path, wrong, database=hall.settings.database_url) as other:
                assert abs(other.clock.now() - time.time() * 1000) < 60_000
                assert await is_known(other, guest)
                await clean_up(other)
                assert await is_known(hall, guest)

    monkeypatch.setattr(Store, "kind", POSTGRES)
    asyncio.run(main())


def test_a_backup_with_a_wrong_date_does_not_replace_the_others(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    plan: dict[str, Any] = {"backup_folder": folder, "backup_key": new_key(tmp_path)}

    async def main() -> None:
        async with opened(tmp_path / "room", backup_keep=3, **plan) as hall:
            now = NOON / 1000
            for day in (-1, 0, 61):  # the last backup was made by a wrong clock
                assert backups.take_due(hall.settings, now + day * 86_400) is not None
            for minute in range(1, 20):
                assert backups.take_due(hall.settings, now + minute * 60) is None
            assert backups.age(folder, now + 60) == 60

    asyncio.run(main())
