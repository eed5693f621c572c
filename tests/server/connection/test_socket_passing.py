"""Tests of passing a socket to the worker of the same machine that owns the table: the client
notices nothing, and its messages do not use the bus."""

import asyncio
import json
import os
from collections.abc import Iterator

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from pokermasa.server.connection import socket_limit
from pokermasa.server.connection.socket_passing import SocketPassing, make_pairs
from tests.server.room import Opened, events_until, play_hands, run, until
from tests.server.several import nats, several

MOST = 20


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Opened]]:
    pairs = make_pairs(2)
    fellows = [
        SocketPassing("here", place, [(os.dup(one), os.dup(other)) for one, other in pairs])
        for place in range(2)
    ]
    changes = {"bus_prefix": "test", "lease_ms": 600_000, "most_sockets": MOST}
    with (
        pytest.MonkeyPatch.context() as patch,
        nats() as bus,
        several(
            tmp_path_factory.mktemp("fellows"), bus.url, bus.url, fellows=fellows, **changes
        ) as both,
    ):
        patch.setattr(socket_limit, "RESERVED_SHARE", 0.0)
        patch.setattr(socket_limit, "STRANGERS_SHARE", 1.0)
        yield both
    for pair in pairs:
        for file in pair:
            os.close(file)


def visitors(room: Opened) -> int:
    """Return the number of clients that watch tables of *room* over the bus."""
    return len(room.lobby.visitors)


def connected(room: Opened) -> int:
    return len(room.app.state.admission)


async def pass_socket(one: Opened, other: Opened) -> None:
    """Waits until both processes know how many connections the other one has."""
    for said, received in ((one, other), (other, one)):
        said.loop.call_soon_threadsafe(said.lobby.peers.say_here)

        def is_told(said: Opened = said, received: Opened = received) -> bool:
            about = received.lobby.peers.alive[said.lobby.owner]
            return bool(about["is_full"] == (connected(said) > MOST // 2))

        await until(is_told)


def test_a_client_that_watches_a_table_of_another_worker_moves_there_with_its_socket(
    rooms: list[Opened],
) -> None:
    one, two = rooms
    masa = one.table(one.guest())["id"]

    async def main() -> None:
        players = [await two.connect(two.guest()) for _ in range(2)]
        for side, player in enumerate(players):
            await player.watch(masa)
            await player.ask("sit", masa=masa, side=side, stack=100)
        await play_hands(players, 3)
        assert connected(two) == 0
        assert connected(one) == 2
        assert visitors(one) == 0
        # Other requests are answered as before.
        await players[0].ask("watch_lobby")
        await players[0].next("lobby")

    run(main())


def test_a_moved_socket_gets_all_answers_in_order_and_one_greeting(
    rooms: list[Opened],
) -> None:
    one, two = rooms
    masa = one.table(one.guest())["id"]

    async def come(number: int) -> None:
        """Connects one client and sends its requests, with a pause at a place that depends on
        *number*."""
        async with connect(two.ws) as socket:
            for place, ask in enumerate(("ping", "watch", "ping", "watch", "ping", "unwatch")):
                about = {} if ask == "ping" else {"masa": masa}
                await socket.send(json.dumps({"do": ask, "id": f"{place}"} | about))
                if number % 6 == place:
                    await asyncio.sleep(0)
            received: list[str] = []
            while len(received) < 6:
                said = json.loads(await socket.recv())
                if said["type"] == "hello":
                    assert not received
                elif said["type"] == "done":
                    received.append(said["id"])
                else:
                    assert said["type"] in ("view", "room", "events"), said
            assert received == list("012345")

    async def main() -> None:
        for number in range(0, 48, 8):
            await asyncio.gather(*[come(number + more) for more in range(8)])
        await until(lambda: connected(one) == connected(two) == 0)

    run(main())


def test_a_client_with_subscriptions_here_stays_and_plays_over_the_bus(rooms: list[Opened]) -> None:
    one, two = rooms
    masa = one.table(one.guest())["id"]

    async def main() -> None:
        looking, other = await two.connect(two.guest()), await two.connect(two.guest())
        await looking.ask("watch_lobby")
        for side, player in enumerate((looking, other)):
            await player.watch(masa)
            await player.ask("sit", masa=masa, side=side, stack=100)
        await play_hands([looking, other], 2)
        assert visitors(one) == 1
        assert connected(two) == 1
        # A client that leaves the lobby and watches the table again is passed on, too.
        await looking.ask("unwatch_lobby")
        await looking.ask("unwatch", masa=masa)
        await looking.watch(masa)
        await until(lambda: connected(two) == 0 and visitors(one) == 0)
        await events_until(looking, "hand_ended")

    run(main())


def test_a_half_full_worker_receives_no_more_sockets(rooms: list[Opened]) -> None:
    one, two = rooms
    masa = one.table(one.guest())["id"]

    async def main() -> None:
        crowd = [await one.connect() for _ in range(MOST // 2 + 1)]
        await pass_socket(one, two)
        late = await two.connect()
        await late.watch(masa)
        assert connected(two) == 1
        for client in crowd:
            await client.close()
        await until(lambda: connected(one) == 0)
        await pass_socket(one, two)
        await late.ask("unwatch", masa=masa)
        await late.watch(masa)
        await until(lambda: connected(two) == 0)

    run(main())


def test_the_session_is_verified_again_by_the_new_worker(
    rooms: list[Opened], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A socket that the new worker would not accept is closed, and the client reconnects."""
    one, two = rooms
    masa = one.table(one.guest())["id"]

    async def main() -> None:
        guest = two.guest()
        async with connect(two.ws, additional_headers=guest.headers) as socket:
            assert json.loads(await socket.recv())["name"] == guest.name
            monkeypatch.setattr(socket_limit, "SOCKETS_AN_ACCOUNT", 0)
            await socket.send(json.dumps({"do": "watch", "masa": masa, "id": "w"}))
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd.code == 1013

    run(main())
