"""The lobby: finding a masa, taking a side, waiting for one; house bots; two processes."""

import asyncio

import pytest

from pokermasa.server.client import AskRefused
from tests.server.room import Opened, open_room, seat, settings


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    with open_room(tmp_path_factory.mktemp("room")) as room:
        yield room


def run(work):
    async def bounded():
        async with asyncio.timeout(40):
            return await work

    return asyncio.run(bounded())


def test_the_lobby_lists_open_tables_and_filters_them(room):
    host = room.guest()
    with room.http(host) as http:
        for terms in (
            {"name": "Small", "small": 1, "big": 2, "sides": 9},
            {"name": "Large", "small": 50, "big": 100, "sides": 2},
            {"name": "Fixed", "rules": "limit", "small": 5, "big": 10},
            {"name": "Hidden", "private": True},
        ):
            assert http.post("/api/tables", json=terms).status_code == 201

        def names(**filters):
            found = http.get("/api/tables", params=filters)
            assert found.status_code == 200, found.text
            return {table["name"] for table in found.json()} & {"Small", "Large", "Fixed", "Hidden"}

        assert names() == {"Small", "Large", "Fixed"}
        assert names(least_big=50) == {"Large"}
        assert names(most_big=2) == {"Small"}
        assert names(sides=9) == {"Small"}
        assert names(rules="limit") == {"Fixed"}
        assert names(betting="fixed limit") == {"Fixed"}
        assert names(name="lar") == {"Large"}
        assert names(people=True) == set()
        bad = http.post("/api/tables", json={"name": "x", "small": 3, "big": 2})
        assert bad.status_code == 422


@pytest.mark.statement("S004-19")
def test_one_side_for_one_account(room):
    async def main():
        ada, bob = room.guest(), room.guest()
        masa = room.table(ada)["id"]
        clients = await seat(room, masa, ada)
        with pytest.raises(AskRefused, match="ALREADY_SEATED"):
            await clients[0].ask("sit", masa=masa, side=3, stack=200)
        other = await room.connect(bob)
        with pytest.raises(AskRefused, match="SIDE_TAKEN"):
            await other.ask("sit", masa=masa, side=0, stack=200)
        for words, code in (
            ({"side": 1, "stack": 1}, "BUY_IN_RANGE"),
            ({"side": 8, "stack": 200}, "NO_SUCH_SIDE"),
        ):
            with pytest.raises(AskRefused, match=code):
                await other.ask("sit", masa=masa, **words)
        rich = room.table(ada, small=500, big=1000)["id"]
        with pytest.raises(AskRefused, match="NOT_ENOUGH_CHIPS"):
            await other.ask("sit", masa=rich, stack=20_000)
        nobody = await room.connect()
        with pytest.raises(AskRefused, match="NOT_LOGGED_IN"):
            await nobody.ask("sit", masa=masa, stack=200)
        for client in (*clients, other, nobody):
            await client.close()

    run(main())


def test_a_full_masa_has_a_waiting_list(room):
    async def main():
        people = [room.guest() for _ in range(4)]
        masa = room.table(people[0], sides=2)["id"]
        clients = await seat(room, masa, *people[:2])
        third, fourth = [await room.connect(person) for person in people[2:]]
        assert (await third.ask("sit", masa=masa, stack=100))["waiting"]
        assert (await fourth.ask("sit", masa=masa, stack=100))["waiting"]
        told = await fourth.next("room")
        while len(told["room"]["waiting"]) < 2:
            told = await fourth.next("room")
        assert told["room"]["waiting"] == [people[2].name, people[3].name]
        await fourth.ask("unwait", masa=masa)
        await clients[0].ask("leave", masa=masa)
        joined = await third.next("joined_table")
        assert joined["view"]["you"] == 0
        assert joined["room"]["waiting"] == []
        for client in (*clients, third, fourth):
            await client.close()

    run(main())


def test_the_house_fills_sides_and_gives_them_up_to_people(tmp_path):
    async def main(room):
        host = room.guest()
        masa = room.table(host, sides=3, bots=True)["id"]
        onlooker = await room.connect()
        await onlooker.watch(masa)
        running = room.lobby.rooms[masa]
        while not (running.masa.is_game and len(running.seated) >= 2):
            await asyncio.sleep(0.01)
        people = [room.guest() for _ in range(3)]
        clients = [await room.connect(person) for person in people]
        for side, client in enumerate(clients):
            await client.ask("sit", masa=masa, side=side, stack=200)

        async def play(client):
            async for told in client:
                if told["type"] == "joined_table":
                    return told["view"]["you"]

        assert await asyncio.gather(*[play(client) for client in clients]) == [0, 1, 2]
        assert {a.name for a in running.seated.values()} == {p.name for p in people}
        for client in (*clients, onlooker):
            await client.close()

    with open_room(tmp_path, bot_delay=20) as room:
        run(main(room))


def test_a_side_where_a_bot_plays_comes_after_the_hand(tmp_path):
    async def main(room):
        host = room.guest()
        masa = room.table(host, sides=3, bots=True)["id"]
        onlooker = await room.connect(host)
        await onlooker.watch(masa)
        running = room.lobby.rooms[masa]
        while not running.masa.is_game:
            await asyncio.sleep(0.01)
        side = running.masa.game.sides[0]
        answer = await onlooker.ask("sit", masa=masa, side=side, stack=200)
        assert answer["waiting"]
        assert running.masa.is_game
        joined = await onlooker.next("joined_table")
        assert joined["view"]["you"] == side
        await onlooker.close()

    with open_room(tmp_path, bot_delay=50) as room:
        run(main(room))


def test_play_now_finds_a_side(tmp_path):
    async def main(room):
        client = await room.connect(room.guest())
        answer = await client.ask("play_now")
        joined = await client.next("joined_table")
        assert answer["masa"] == joined["masa"]
        await client.next("act")
        with pytest.raises(AskRefused, match="NO_SIDE_FREE"):
            await client.ask("play_now", big=999)
        await client.close()

    with open_room(tmp_path, house_tables=True) as room:
        run(main(room))
        assert {r.name for r in room.lobby.rooms.values()} == {"Copper", "Silver", "Heads-up"}
    with open_room(tmp_path, house_tables=True) as room:
        assert len(room.lobby.rooms) == 3


def test_two_processes_share_a_database_and_never_a_masa(tmp_path):
    with open_room(tmp_path, lease=600) as first:
        host = first.guest()
        masa = first.table(host)["id"]
        second = Opened(settings(tmp_path, lease=600))
        second.start()
        try:
            assert masa not in second.lobby.rooms
            # Idle for longer than a lease: it is still the first one's.
            asyncio.run(asyncio.sleep(1.5))
            assert masa in first.lobby.rooms
            assert masa not in second.lobby.rooms
            other = second.table(host)["id"]
            assert other not in first.lobby.rooms
        finally:
            second.stop()
        # Given back at once when its process closes.
        for _ in range(100):
            if other in first.lobby.rooms:
                break
            asyncio.run(asyncio.sleep(0.05))
        assert other in first.lobby.rooms


def test_a_process_that_lost_a_masa_can_write_nothing_for_it(tmp_path):
    from sqlalchemy import update

    from pokermasa.server import store

    async def main(room):
        people = [room.guest(), room.guest()]
        masa = room.table(people[0])["id"]
        clients = await seat(room, masa, people[0])

        def steal(connection):
            connection.execute(
                update(store.lease).values(owner="somebody else", fence=99, expires=2**50)
            )

        room.run(_write(room, steal))
        before = room.lobby.rooms[masa].masa
        with pytest.raises((AskRefused, ConnectionError)):
            await clients[0].ask("top_up", masa=masa, amount=10)
        with pytest.raises(ConnectionError):
            await clients[0].next("nothing", within=5)
        assert before.seats[0].stack == 200
        await clients[0].close()

    async def _write(room, work):
        return await room.lobby.writer.write(work)

    with open_room(tmp_path) as room:
        run(main(room))
