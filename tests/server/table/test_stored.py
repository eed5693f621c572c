"""A room that an earlier version left in mid-hand opens, audits and plays on.

`stored/room-0.1.sql` is the database of a real process killed by SIGKILL: nine tables of all house
rules, dealt and journalled in the order of that version; one of them is asked whether to run it
twice. `stored/room-0.1.json` is what each player was shown last.
"""

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from pokermasa.client.client import Client
from pokermasa.masa import Masa
from pokermasa.server.accounts.audit import audit
from pokermasa.server.storage import journal
from pokermasa.server.storage import schema as store
from tests.server.crash import faults_in_the_books
from tests.server.room import Opened, Session, open_room, passive, run, until

pytestmark = pytest.mark.sqlite_only("a room from an older version")

STORED = Path(__file__).parent / "stored"
SEEN = json.loads((STORED / "room-0.1.json").read_text("utf-8"))
PEOPLE = [
    Session(name, secret) for name, secret in zip(SEEN["names"], SEEN["secrets"], strict=True)
]


@pytest.fixture
def old_room(tmp_path: Path) -> Iterator[Opened]:
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


def test_everybody_sees_what_they_saw_before_with_the_same_cards(old_room: Opened) -> None:
    async def look() -> None:
        for number, person in enumerate(PEOPLE):
            client = await old_room.connect(person)
            for masa, views in SEEN["views"].items():
                await client.watch(masa)
                told = await client.next("view")
                assert differences(views[number], told["view"]) == []

    run(look())
    assert old_room.run(audited(old_room)) == []


def test_hands_played_then_can_still_be_read(old_room: Opened) -> None:
    for number, person in enumerate(PEOPLE):
        with old_room.http(person) as client:
            for hand in SEEN["hands"][number]:
                assert client.get(f"/api/hands/{hand['id']}").status_code == 200
                written = client.get(f"/api/hands/{hand['id']}/phh")
                assert written.status_code == 200, written.text


def test_hands_played_then_have_ids_that_tell_a_stranger_nothing(old_room: Opened) -> None:
    path = old_room.settings.data / "room.db"
    with sqlite3.connect(path) as connection:
        hands = connection.execute("SELECT id, public FROM hand").fetchall()
    connection.close()
    assert hands
    assert len({public for _, public in hands}) == len(hands)
    assert all(re.fullmatch("[0-9a-f]{20}", public) for _, public in hands)
    stranger = old_room.guest()
    with old_room.http(stranger) as client:
        for number, public in hands:
            nothing = client.get("/api/hands/999999999")
            assert client.get(f"/api/hands/{number}").content == nothing.content
            assert client.get(f"/api/hands/{number}").status_code == nothing.status_code == 404
            assert client.get(f"/api/hands/{public}").status_code == 200


async def to_the_end(client: Client) -> None:
    while True:
        told = await client.next()
        if told["type"] == "events" and "hand_ended" in [e["event"] for e in told["events"]]:
            return
        if told["type"] == "act" and told["run_twice"]:
            await client.ask("run_twice", masa=told["masa"], agrees=True)
        elif told["type"] == "act":
            await client.act(told, passive(told))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("masa", SEEN["views"])
def test_the_hand_is_played_to_its_end(old_room: Opened, masa: str) -> None:
    async def play() -> None:
        seats = SEEN["views"][masa][0]["seats"]
        clients = [await old_room.connect(person) for person in PEOPLE[: len(seats)]]
        for client in clients:
            await client.watch(masa)
        await asyncio.gather(*map(to_the_end, clients))

    run(play())
    assert old_room.run(audited(old_room)) == []
    assert faults_in_the_books(old_room.settings.data / "room.db", *SEEN["views"]) == []


# House tables of that version had the rules `masa`, with all-ins tabled


@pytest.fixture
def house_room(tmp_path: Path) -> Iterator[Opened]:
    """The same room, dealing on; its tables t0 and t6, in mid-hand under `masa`, are the house's
    now."""
    with sqlite3.connect(tmp_path / "room.db") as connection:
        connection.executescript((STORED / "room-0.1.sql").read_text("utf-8"))
        connection.execute("UPDATE masa SET host = NULL WHERE name LIKE 't_ masa'")
    connection.close()
    with open_room(tmp_path, act_time=10**9, grace=10**9, between_hands=0) as room:
        yield room


def rules_of(room: Opened) -> dict[str, str]:
    return {table.state.name: table.state.masa.rules.name for table in room.lobby.tables.values()}


def test_house_tables_go_over_to_the_cardrooms_rules_between_hands_and_hosts_keep_theirs(
    house_room: Opened,
) -> None:
    async def changed() -> None:
        houses = ("Copper", "Silver", "Heads-up")
        await until(lambda: {rules_of(house_room)[name] for name in houses} == {"tda"})

    run(changed())
    kept = {name: rules for name, rules in rules_of(house_room).items() if name.startswith("t")}
    assert kept == {
        **{"t0 masa": "masa", "t6 masa": "masa"},  # the house's, and in mid-hand
        **{"t1 classic": "classic", "t2 botpoker": "botpoker", "t3 limit": "limit"},
        **{"t4 tda": "tda", "t5 tda": "tda", "t7 tda": "tda", "t8 limit": "limit"},
    }
    assert house_room.run(audited(house_room)) == []


@pytest.mark.parametrize("name", ["t0 masa", "t6 masa", "t1 classic"])
def test_a_hand_ends_under_the_rules_it_was_dealt_by(house_room: Opened, name: str) -> None:
    (table,) = [room for room in house_room.lobby.tables.values() if room.state.name == name]
    is_the_houses, before = table.state.host is None, table.state.masa.rules
    events: list[dict[str, Any]] = []

    async def play() -> None:
        seats = SEEN["views"][table.id][0]["seats"]
        clients = [await house_room.connect(person) for person in PEOPLE[: len(seats)]]
        for client in clients:
            await client.watch(table.id)

        async def on(client: Client) -> None:
            """To the deal after this hand."""
            while True:
                told = await client.next()
                if told["type"] == "act" and told["run_twice"]:
                    await client.ask("run_twice", masa=told["masa"], agrees=True)
                elif told["type"] == "act":
                    await client.act(told, passive(told))
                elif told["type"] == "events":
                    if client is clients[0]:
                        events.extend(told["events"])
                    if "dealer_rotated" in [e["event"] for e in told["events"]]:
                        return

        await asyncio.gather(*map(on, clients))

    run(play())
    names = [e["event"] for e in events]
    last = table.state.masa.last_game
    assert last.situation.dealer.rules == before
    assert table.state.masa.game.situation.dealer.rules == table.state.masa.rules
    if is_the_houses:
        assert table.state.masa.rules.name == "tda"
        told = events[names.index("rules_changed")]
        assert told == {"event": "rules_changed", "rules": "tda", "betting": "no limit"}
        assert names.index("hand_ended") < names.index("rules_changed")
        assert names.index("rules_changed") < names.index("dealer_rotated")
    else:
        assert table.state.masa.rules == before
        assert "rules_changed" not in names
    # The journal leads to the same again.
    there = house_room.run(taken_up_again(house_room, table.id))
    assert there == table.state.masa
    assert house_room.run(audited(house_room)) == []


async def taken_up_again(room: Opened, masa: str) -> Masa:
    """As a process that comes after this one would have it."""
    async with room.lobby.engine.connect() as connection:
        row = (await connection.execute(select(store.masa).where(store.masa.c.id == masa))).one()
        found = await connection.run_sync(journal.recover, masa, row.value, row.seq)
        return found[0]


def test_new_tables_are_the_cardrooms_unless_somebody_chooses(tmp_path: Path) -> None:
    with open_room(tmp_path, house_tables=True) as room:
        found = rules_of(room)
        assert found.pop("Fixed limit") == "limit"
        assert set(found.values()) == {"tda"}
        host = room.guest()
        for private in (False, True):
            made = room.table(host, private=private)
            assert room.lobby.tables[made["id"]].state.masa.rules.name == "tda"
        for rules in ("masa", "classic", "botpoker", "limit", "tda", "acpc"):
            made = room.table(room.guest(), rules=rules)
            assert room.lobby.tables[made["id"]].state.masa.rules.name == rules
