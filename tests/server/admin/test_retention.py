"""Tests of retention: expired data is deleted, but results, prizes and the ledger stay."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.sql.base import ReadOnlyColumnCollection
from sqlalchemy.sql.schema import Column, Table

from pokermasa.server.accounts import audit
from pokermasa.server.accounts.sessions import digest
from pokermasa.server.admin import retention
from pokermasa.server.storage import schema as store
from tests.server.field import Field
from tests.server.operator import Seats, admin, admin_json, person
from tests.server.wired import Hall, Line, opened

pytestmark = pytest.mark.sampled(2)

DAYS: dict[str, Any] = {
    "keep_guests_days": 30,
    "keep_hands_days": 30,
    "keep_chat_days": 10,
    "keep_logs_days": 90,
}


async def rows(hall: Hall, *tables: Table[ReadOnlyColumnCollection[str, Column[Any]]]) -> list[int]:
    async with hall.engine.connect() as connection:
        found = [select(func.count()).select_from(table) for table in tables]
        return [int((await connection.execute(one)).scalar() or 0) for one in found]


async def over(hall: Hall) -> dict[str, int]:
    async with hall.engine.connect() as connection:
        found = await connection.run_sync(
            lambda c: retention.count(c, hall.settings, hall.clock.now())
        )
    return {one.what: one.number for one in found if one.number}


@pytest.mark.both_stores
def test_expired_data_is_deleted_and_the_ledger_stays(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, **DAYS) as hall:
            seats = await Seats.taken(hall, "Ada", "Bob")
            await seats.table.deal()
            await seats.finish()
            async with hall.client(seats.secrets[0]) as client:
                (played,) = (await client.get("/api/hands")).json()
                assert (await client.get(f"/api/hands/{played['id']}/solution")).status_code == 200
            assert await rows(hall, store.judgement) == [1]
            await seats.lines[0].ask(do="say", masa=seats.masa, text="hello")
            field = await Field.entered(hall, 2, seats=2)
            await field.play(Random(1))
            here = await hall.line(await hall.guest())  # connected all the time
            await hall.guest()
            hands, entries, results = await rows(hall, store.hand, store.entry, store.entrant)
            cash = 1
            assert hands > cash
            assert await over(hall) == {}
            await hall.pass_days(11)
            assert await over(hall) == {"chat": 1}
            await hall.pass_days(20)
            found = await over(hall)
            assert (found["hands"], found["chat"]) == (cash, 1)
            assert found["guests"] >= 4, "those of the tournament, which is over, as well"
            before = await rows(hall, store.hand, store.chat, store.entrant)
            await hall.app.state.admin._let_go()
            assert await rows(hall, store.hand, store.chat, store.entrant) == [
                before[0] - cash,
                0,
                results,
            ]
            assert await rows(hall, store.judgement) == [0], "nothing is kept about a deleted hand"
            assert (await rows(hall, store.entry))[0] > entries, "chips of guests go by an entry"
            names = hall.app.state.accounts
            assert await names.named("Ada") is not None, "a person stays"
            (viewer,) = [v for v in hall.lobby.viewers if v.session == _digest(here)]
            assert await names.named(viewer.account.name) is not None, "who is here stays"
            async with hall.engine.connect() as connection:
                assert await connection.run_sync(audit.audit) == []

    asyncio.run(main())


def _digest(line: Line) -> str:
    cookie = dict(line._scope["headers"])[b"cookie"].decode()  # type: ignore[arg-type]
    return digest(cookie.removeprefix("masa="))


def test_tournament_hands_are_deleted_only_if_configured(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, keep_tournament_hands_days=5) as hall:
            field = await Field.entered(hall, 2, seats=2)
            await field.play(Random(1))
            await hall.pass_days(6)
            results = await field.get("/results")
            assert (await over(hall))["tournament hands"] > 0
            await hall.app.state.admin._let_go()
            assert await rows(hall, store.hand, store.hand_player) == [0, 0]
            again = await field.get("/results")
            drop = [{k: v for k, v in row.items() if k != "hand"} for row in again]
            assert drop == [{k: v for k, v in row.items() if k != "hand"} for row in results]

    asyncio.run(main())


def test_a_dry_run_counts_and_changes_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            await person(hall, "Ada")
            found = await admin_json(hall, "retention")
            assert {row["what"] for row in found} == {stored.what for stored in retention.RULES}
            assert all(row["number"] == 0 for row in found)
            always = [row["what"] for row in found if row["days"]]
            assert always == ["addresses"], "hashes of them stay for 30 days, whatever is chosen"
            assert (await admin(hall, "retention", "x")).exit_code == 2

    asyncio.run(main())
