"""Tests of the lobby's live table and its big hands, which show public data only and add no
viewer to a table."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from pokermasa.server.storage import schema as store
from tests.server.whole_room.test_faults import Felt
from tests.server.wired import Line, StillClock, opened


def pictures(line: Line) -> list[Any]:
    return [message for message in line.messages if message["type"] == "live"]


def test_the_live_table_of_the_lobby_does_not_add_a_viewer(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            onlooker = await hall.line()
            await onlooker.ask(do="watch_live_table")
            empty = {"type": "live", "masa": None, "name": None, "host": None, "view": None}
            assert pictures(onlooker) == [empty]
            felt = await Felt.laid(hall, 3)
            viewers = len(felt.room.audience.viewers)
            await felt.room.deal()
            await onlooker.until(lambda: (pictures(onlooker)[-1]["view"] or {}).get("game"))
            shown = pictures(onlooker)[-1]
            assert shown["masa"] == felt.masa
            assert shown["view"]["you"] is None
            assert {p["cards"] for p in map(_hashable, shown["view"]["game"]["players"])} == {None}
            assert len(felt.room.audience.viewers) == viewers
            await onlooker.ask(do="watch_live_table", value=False)
            result = len(pictures(onlooker))
            while (side := felt.room.state.masa.to_act) is not None:
                await felt.lines[side].ask(
                    do="act", masa=felt.masa, act="FO", turn=felt.room.act_clock.token
                )
            await onlooker.ask(do="ping")
            assert len(pictures(onlooker)) == result

    asyncio.run(main())


def _hashable(player: Any) -> dict[Any, Any]:
    return {**player, "cards": player["cards"] and tuple(player["cards"])}


def test_no_private_table_is_shown_as_the_live_table(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            felt = await Felt.laid(hall, 3)
            # From now on it is reachable by its link only.
            await felt.room.ask(felt.room.change_key)
            await felt.room.deal()
            onlooker = await hall.line()
            await onlooker.ask(do="watch_live_table")
            assert [picture["masa"] for picture in pictures(onlooker)] == [None]

    asyncio.run(main())


@pytest.mark.both_stores
def test_big_hands_are_from_public_tables_and_hide_names_of_private_players(tmp_path: Path) -> None:
    async def main() -> None:
        clock = StillClock()
        async with opened(tmp_path, clock) as hall:
            felt, secret = await Felt.laid(hall, 3), await Felt.laid(hall, 3)
            # From now on it is reachable by its link only.
            await secret.room.ask(secret.room.change_key)
            for played in (felt, secret):
                await played.room.deal()
                while (side := played.room.state.masa.to_act) is not None:
                    turn = played.room.act_clock.token
                    await played.lines[side].ask(do="act", masa=played.masa, act="FO", turn=turn)
            async with hall.client() as anybody:
                (hand,) = (await anybody.get("/api/lobby/big-hands")).json()
                assert hand["pot"] > 0
                assert hand["won"] > 0
                assert hand["winner"] in felt.room.state.names.values()
                page = await anybody.get(f"/api/hands/{hand['id']}")
                assert page.json()["masa"] == felt.masa
                hide = update(store.account).values(private=True)
                await hall.lobby.writer.write(lambda connection: connection.execute(hide))
                clock.pass_time(2)  # the answer is cached for a second
                (again,) = (await anybody.get("/api/lobby/big-hands")).json()
                assert again == hand | {"winner": None}

    asyncio.run(main())
