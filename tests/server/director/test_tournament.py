"""Tests of tournaments in a real room, from entry to payout."""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from pokermasa.client.client import RequestRefused
from pokermasa.server.accounts.audit import audit
from pokermasa.strength import lookup
from tests.server.room import Opened, Session, open_room, passive, run

QUICK = """
name = "quick"
rules = "tda"
seats = {seats}
stack = 200
entrants = [{least}, {most}]
buy_in = 100
[levels]
rises = "hands"
every = 2
beyond = "double"
scale = [[5, 10], [10, 20], [20, 40]]
{more}
"""


def structure(
    players: int = 3, seats: int | None = None, least: int | None = None, more: str = ""
) -> str:
    return QUICK.format(seats=seats or players, least=least or players, most=players, more=more)


def opened(room: Opened, host: Session, **terms: Any) -> dict[str, Any]:
    with room.http(host) as client:
        answer = client.post("/api/tournaments", json={"name": "Test", **terms})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made


async def books(room: Opened) -> list[str]:
    async with room.lobby.storage.engine.connect() as connection:
        return await connection.run_sync(audit)


async def play(client: Any, choose: Any = passive) -> dict[str, Any]:
    """Follow the tournament from table to table until it is over for this client."""
    async for result in client:
        if result["type"] == "tournament_seat":
            await client.watch(result["masa"])
        elif result["type"] == "act":
            with suppress(RequestRefused):  # moved, or out of time, on a slow machine
                await client.act(result, choose(result))
        elif result["type"] == "tournament_over" and not result["may_re_enter"]:
            return result
    raise AssertionError("the room is gone")


def chips(room: Opened, session: Session) -> int:
    with room.http(session) as client:
        return int(client.get("/api/me").json()["chips"])


def test_a_sit_and_go_is_played_to_its_end_and_paid(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        people = [room.guest() for _ in range(3)]
        id = opened(room, people[0], structure=structure(3))["id"]

        async def main() -> list[dict[str, Any]]:
            clients = [await room.connect(person) for person in people]
            for client in clients:
                done = await client.ask("register", tournament=id)
                assert done["player"] is not None
            return await asyncio.gather(*[play(client) for client in clients])

        over = run(main())
        assert sorted(received["place"] for received in over) == [1, 2, 3]
        assert sum(received["prize"] for received in over) == 300
        for person, received in zip(people, over, strict=True):
            assert chips(room, person) == 10_000 - 100 + received["prize"]
        assert room.run(books(room)) == []
        with room.http() as client:
            results = client.get(f"/api/tournaments/{id}/results").json()
            assert [row["place"] for row in results] == [1, 2, 3]
            assert results[1]["hand"] is not None
            hands = client.get(f"/api/tournaments/{id}/hands").json()
            assert client.get(f"/api/hands/{hands[0]['id']}").status_code == 200


def test_the_hand_ranking_table_is_loaded_before_the_room_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that is computed at the first showdown would make all players wait."""
    seven = dict(lookup.SEVEN)
    monkeypatch.setattr(lookup, "SEVEN", {})
    with open_room(tmp_path):
        assert len(lookup.SEVEN) == 49_205
        assert (seven or lookup.SEVEN) == lookup.SEVEN
