"""Tests of concurrent acts at many tables of a tournament: they are written in one batch, and
each succeeds or fails by itself."""

import asyncio
import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import func, select

from pokermasa.notation import uci
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.database.committer import Fault
from tests.masa.walk import chosen
from tests.server.field import Field
from tests.server.wired import Hall, opened


class SlowDisk:
    """Holds every commit until the test releases it, and then refuses it if the disk is full."""

    def __init__(self, hall: Hall) -> None:
        self._commit = hall.lobby.writer._commit
        self._loop = asyncio.get_running_loop()
        self._may_go = threading.Event()
        self.is_busy = asyncio.Event()
        self.is_full = False
        self.commits = 0
        hall.lobby.writer._commit = self

    def __call__(self, batch: list[Any]) -> list[Any]:
        self._loop.call_soon_threadsafe(self.is_busy.set)
        assert self._may_go.wait(30)
        self.commits += 1
        if self.is_full:
            return [Fault(Refused(RoomRefusal.STORAGE)) for _ in batch]
        return self._commit(batch)

    def let_go(self) -> None:
        self._may_go.set()


async def dealt(hall: Hall, tables: int) -> Field:
    """Return a tournament with *tables* heads-up tables that have each been dealt a hand."""
    field = await Field.entered(hall, 2 * tables, seats=2, stack=2000)
    for table in field.director.tables.open.values():
        assert await table.deal()
    return field


async def asked(field: Field, disk: SlowDisk, acts: list[str]) -> list[dict[str, Any]]:
    """Send one act for each table and return the replies. The first act is still being written when
    the others arrive.
    """
    tables = list(field.director.tables.open.values())
    asks = []
    for table, act in zip(tables, acts, strict=True):
        assert table.state.masa.to_act is not None
        line = field.line_of(table, table.state.masa.to_act)
        ask = line.ask(do="act", masa=table.id, act=act, turn=table.act_clock.token)
        asks.append(asyncio.ensure_future(ask))
        await disk.is_busy.wait()
    waiting = field.director._inbox._waiting
    while len(waiting) < len(acts) - 1:
        await asyncio.sleep(0)
    disk.let_go()
    return await asyncio.gather(*asks)


def test_acts_of_a_batch_are_answered_if_the_tournament_stops_meanwhile(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await dealt(hall, 3)
            asks, commits = [], []
            first, second, never = asyncio.Event(), asyncio.Event(), asyncio.Event()
            commit = field.director.commit

            async def slow(*args: Any, **named: Any) -> None:
                commits.append(args)
                if len(commits) > 1:
                    second.set()
                    await never.wait()
                await first.wait()
                await commit(*args, **named)

            field.director.commit = slow
            for table in field.director.tables.open.values():
                line = field.line_of(table, table.state.masa.to_act)
                ask = line.ask(do="act", masa=table.id, act="CA", turn=table.act_clock.token)
                asks.append(asyncio.ensure_future(ask))
                while len(commits) + len(field.director._inbox._waiting) < len(asks):
                    await asyncio.sleep(0.001)
            first.set()
            await second.wait()
            await field.director.stop()
            async with asyncio.timeout(20):
                answers = await asyncio.gather(*asks)
            assert [one.get("code", one["type"]) for one in answers] == ["done", "CLOSED", "CLOSED"]

    asyncio.run(main())


async def number_of_lines(field: Field) -> int:
    lines = store.journal
    count = select(func.count()).select_from(lines).where(lines.c.masa == field.id)
    async with field.hall.engine.connect() as connection:
        return int((await connection.execute(count)).scalar_one())


def test_waiting_acts_are_written_in_one_journal_entry_and_read_back(tmp_path: Path) -> None:
    async def main() -> Any:
        async with opened(tmp_path) as hall:
            field = await dealt(hall, 4)
            before = await number_of_lines(field)
            answers = await asked(field, SlowDisk(hall), ["CA"] * 4)
            assert [answer["type"] for answer in answers] == ["done"] * 4
            assert await number_of_lines(field) == before + 2, "the first, and the other three"
            for table in field.director.tables.open.values():
                assert table.state.masa.game.situation.dealer.pot == 20
            return field.id, field.now

    id, stood = asyncio.run(main())

    async def again() -> Any:
        async with opened(tmp_path) as hall:
            return hall.lobby.tournaments.directors[id].state.tournament

    assert asyncio.run(again()).tables == stood.tables


def test_a_refused_act_does_not_affect_others_in_the_batch(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await dealt(hall, 4)
            first, second, third, fourth = field.director.tables.open.values()
            stood = third.state.masa
            answers = await asked(field, SlowDisk(hall), ["CA", "CA", "RR11", "FO"])
            assert [answer["type"] for answer in answers] == ["done", "done", "refused", "done"]
            assert third.state.masa == stood
            assert [t.state.masa.is_game for t in (first, second, third, fourth)] == [True] * 3 + [
                False
            ]
            assert await field.books() == []

    asyncio.run(main())


def test_when_the_disk_is_full_no_act_of_the_batch_is_done(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await dealt(hall, 3)
            stood, disk = field.now, SlowDisk(hall)
            disk.is_full = True
            answers = await asked(field, disk, ["CA"] * 3)
            assert [answer["code"] for answer in answers] == ["STORAGE"] * 3
            assert field.now == stood
            disk.is_full = False
            answers = await asked(field, disk, ["CA"] * 3)
            assert [answer["type"] for answer in answers] == ["done"] * 3

    asyncio.run(main())


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.sampled(4)
def test_concurrent_play_at_all_tables_loses_no_chip(tmp_path: Path, seed: int) -> None:
    async def step(field: Field, table: Any, act: str) -> None:
        if not act:
            await table.deal()
            return
        line = field.line_of(table, table.state.masa.to_act)
        await line.ask(do="act", masa=table.id, act=act, turn=table.act_clock.token)

    async def main() -> None:
        rng = Random(seed)
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 11, seats=3, least=11, most=11)
            while not field.now.is_ended:
                tables = list(field.director.tables.open.values())
                acts = [
                    (
                        table,
                        uci.write(chosen(table.state.masa, rng))
                        if table.state.masa.is_game
                        else "",
                    )
                    for table in tables
                    if table.state.masa.to_act is not None or table.may_deal
                ]
                assert acts
                await asyncio.gather(*[step(field, *pair) for pair in acts])
                stacks = sum(field.director.state.stacks.values())
                assert stacks == 11 * 200
            assert await field.books() == []
            places = [line["place"] for line in (await field.get())["standings"]]
            assert places == sorted(places)

    asyncio.run(main())
