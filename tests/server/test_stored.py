"""A room that an earlier version left in mid-hand opens, audits and plays on.

`stored/room-0.1.sql` is the database of a real process killed by SIGKILL: nine tables of all house
rules, dealt and journalled in the order of that version; one of them is asked whether to run it
twice. `stored/room-0.1.json` is what each player was shown last.
"""

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from pokermasa.server.audit import audit
from pokermasa.server.client import Client
from tests.server.crash import faults_in_the_books
from tests.server.room import Opened, Session, open_room, passive, run

STORED = Path(__file__).parent / "stored"
SEEN = json.loads((STORED / "room-0.1.json").read_text("utf-8"))
PEOPLE = [
    Session(name, secret) for name, secret in zip(SEEN["names"], SEEN["secrets"], strict=True)
]


@pytest.fixture
def old_room(tmp_path):
    with sqlite3.connect(tmp_path / "room.db") as connection:
        connection.executescript((STORED / "room-0.1.sql").read_text("utf-8"))
    connection.close()
    # Nobody's time runs out while the test looks on.
    with open_room(tmp_path, act_time=10**9, grace=10**9, between_hands=10**6) as room:
        yield room


def differences(old: Any, new: Any, place: str = "") -> list[str]:
    """Where *new* does not hold what *old* had; it may hold more."""
    if isinstance(old, dict) and isinstance(new, dict):
        return [
            fault
            for key, value in old.items()
            for fault in differences(value, new.get(key, "missing"), f"{place}.{key}")
        ]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [
            fault
            for number, pair in enumerate(zip(old, new, strict=True))
            for fault in differences(*pair, f"{place}[{number}]")
        ]
    return [] if old == new else [f"{place}: was {old}, is {new}"]


async def audited(room: Opened) -> list[str]:
    async with room.lobby.engine.connect() as connection:
        return await connection.run_sync(audit)


def test_everybody_sees_what_they_saw_before_with_the_same_cards(old_room):
    async def look():
        for number, person in enumerate(PEOPLE):
            client = await old_room.connect(person)
            for masa, views in SEEN["views"].items():
                await client.watch(masa)
                told = await client.next("view")
                assert differences(views[number], told["view"]) == []

    run(look())
    assert old_room.run(audited(old_room)) == []


def test_hands_played_then_can_still_be_read(old_room):
    for number, person in enumerate(PEOPLE):
        with old_room.http(person) as client:
            for hand in SEEN["hands"][number]:
                assert client.get(f"/api/hands/{hand['id']}").status_code == 200
                written = client.get(f"/api/hands/{hand['id']}/phh")
                assert written.status_code == 200, written.text


async def to_the_end(client: Client) -> None:
    while True:
        told = await client.next()
        if told["type"] == "events" and "hand_ended" in [e["event"] for e in told["events"]]:
            return
        if told["type"] == "act" and told["run_twice"]:
            await client.ask("run_twice", masa=told["masa"], agrees=True)
        elif told["type"] == "act":
            await client.act(told, passive(told))


@pytest.mark.parametrize("masa", SEEN["views"])
def test_the_hand_is_played_to_its_end(old_room, masa):
    async def play():
        seats = SEEN["views"][masa][0]["seats"]
        clients = [await old_room.connect(person) for person in PEOPLE[: len(seats)]]
        for client in clients:
            await client.watch(masa)
        await asyncio.gather(*map(to_the_end, clients))

    run(play())
    assert old_room.run(audited(old_room)) == []
    assert faults_in_the_books(old_room.settings.data / "room.db", *SEEN["views"]) == []
