"""Tests of the table list of the lobby: it counts people who are present, and the pace of
their hands."""

import asyncio
from pathlib import Path
from typing import Any

from pokermasa.server.protocol.data import TableData
from pokermasa.server.table.pace import QUIET, Pace
from tests.server.room import Opened, open_room, run, until
from tests.server.whole_room.test_faults import Felt
from tests.server.wired import Hall, StillClock, opened


def row(hall: Hall, masa: str) -> TableData:
    return next(table for table in hall.lobby.table_list.rows() if table["id"] == masa)


def test_players_who_are_offline_away_or_broke_are_not_counted_as_playing(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            felt = await Felt.laid(hall, 3)
            onlooker = await hall.line()
            await onlooker.ask(do="watch_lobby")

            def last_row() -> Any:
                rows = [t for m in onlooker.messages if m["type"] == "lobby" for t in m["tables"]]
                return next(t for t in reversed(rows) if t["id"] == felt.masa)

            assert (row(hall, felt.masa)["people"], row(hall, felt.masa)["playing"]) == (3, 3)
            await felt.lines[2].close()
            assert (row(hall, felt.masa)["people"], row(hall, felt.masa)["playing"]) == (3, 2)
            await onlooker.until(lambda: last_row()["playing"] == 2)
            back = await hall.line(felt.secrets[2])
            await back.ask(do="watch", masa=felt.masa)
            await onlooker.until(lambda: last_row()["playing"] == 3)
            await felt.lines[1].ask(do="sit_out", masa=felt.masa, value=True)
            assert row(hall, felt.masa)["playing"] == 2
            async with hall.client() as http:
                for line in (*felt.lines[:2], back):
                    await line.close()
                listed = (await http.get("/api/tables", params={"people": True})).json()
                assert all(table["id"] != felt.masa for table in listed)

    asyncio.run(main())


def test_hands_between_bots_alone_do_not_count_for_the_pace(tmp_path: Path) -> None:
    async def main(room: Opened) -> None:
        masa = room.table(room.guest(), sides=3, bots=True)["id"]
        onlooker = await room.connect()
        await onlooker.watch(masa)
        running = room.lobby.tables[masa]
        await until(lambda: running.state.masa.hands > 5)
        assert (running.pace.hands_an_hour, running.pace.average_pot) == (0, 0)
        client = await room.connect(room.guest())
        await client.ask("sit", masa=masa, stack=200)
        while not running.pace.average_pot:
            asked = await client.next("act")
            await client.act(asked, "FO")

    with open_room(tmp_path) as room:
        run(main(room))


def test_idle_time_does_not_count_for_the_pace() -> None:
    clock = StillClock()
    pace = Pace(clock)
    for _ in range(3):
        pace.note(10)
        clock.pass_time(60)
    assert pace.hands_an_hour == 60
    clock.pass_time(10 * QUIET)
    assert pace.hands_an_hour == 0
    for _ in range(3):
        pace.note(20)
        clock.pass_time(30)
    assert (pace.hands_an_hour, pace.average_pot) == (120, 20)


def test_a_top_up_is_announced_once_per_connection(tmp_path: Path) -> None:
    """Holds for manual and automatic top-ups, and for players with two connections."""

    async def main() -> None:
        async with opened(tmp_path, between_hands_ms=0) as hall:
            felt = await Felt.laid(hall, 1)
            twin = await hall.line(felt.secrets[0])
            await twin.ask(do="watch", masa=felt.masa)
            await felt.lines[0].ask(do="top_up", masa=felt.masa, amount=50)
            await felt.lines[0].ask(do="auto_top_up", masa=felt.masa, to=300)
            while felt.room.state.masa.seat(0).stack < 300:
                await asyncio.sleep(0.01)
            for line in (felt.lines[0], felt.lines[1], twin):
                await line.flush()
                events = [e for m in line.messages for e in m.get("events", ())]
                amounts = [e["amount"] for e in events if e["event"] == "topped_up"]
                assert amounts == [50, 50]

    asyncio.run(main())
