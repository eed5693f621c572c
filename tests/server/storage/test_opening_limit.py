"""Tests of the number of tables and tournaments that one account may have open."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.server.field import toml
from tests.server.room import Opened, Session
from tests.server.several import nats, several
from tests.server.wired import Hall, opened


async def hand_over(hall: Hall, host: str, heir: str, side: int) -> str:
    """Offer the host role of a new table of *host* to *heir*, who accepts. Return "done" or the
    code of the refusal.
    """
    masa = await hall.table(host)
    line, other = await hall.line(host), await hall.line(heir)
    async with hall.client(heir) as client:
        name = (await client.get("/api/me")).json()["name"]
    await other.ask(do="watch", masa=masa)
    sat = await other.ask(do="sit", masa=masa, side=side, stack=200)
    assert sat["type"] == "done", sat
    asked = await line.ask(do="hand_over", masa=masa, name=name)
    assert asked["type"] == "done", asked
    answer = await other.ask(do="answer_offer", masa=masa, agrees=True)
    return "done" if answer["type"] == "done" else answer["code"]


@pytest.mark.both_stores
def test_an_account_at_its_limit_of_tables_cannot_take_over_another_one(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, tables_an_account=2) as hall:
            heir = await hall.guest()
            answers = [await hand_over(hall, await hall.guest(), heir, 0) for _ in range(3)]
            assert answers == ["done", "done", "NOT_ALLOWED"]
            async with hall.client(heir) as client:
                assert len((await client.get("/api/me")).json()["hosted"]) == 2

    asyncio.run(main())


@pytest.mark.both_stores
def test_opening_tables_at_all_processes_at_once_respects_the_limit(
    tmp_path: Path,
) -> None:
    """Two processes run, as with `masa serve --workers 2`."""

    def open_one(room: Opened, session: Session, what: str) -> int:
        body = {"name": "Test"} | ({} if what == "tables" else {"structure": toml()})
        with room.http(session) as client:
            return client.post(f"/api/{what}", json=body).status_code

    with nats() as bus, several(tmp_path, *[bus.url] * 2, tables_an_account=2) as rooms:
        for what in ("tables", "tournaments", "leagues"):
            ada = rooms[0].guest()
            with ThreadPoolExecutor(8) as pool:
                asked = [pool.submit(open_one, rooms[n % 2], ada, what) for n in range(8)]
                answers = [one.result() for one in asked]
            assert sorted(answers) == [201] * 2 + [403] * 6, what
