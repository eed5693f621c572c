"""Workers of one machine pass a socket to the one that has the table: its client notices nothing,
and nothing of it goes over the bus."""

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
    """Who looks on over the bus."""
    return len(room.lobby.visitors)


def connected(room: Opened) -> int:
    return len(room.app.state.admission)


async def told(one: Opened, other: Opened) -> None:
    """Both know how full the other is."""
    for said, heard in ((one, other), (other, one)):
        said.loop.call_soon_threadsafe(said.lobby.peers.say_here)

        def is_told(said: Opened = said, heard: Opened = heard) -> bool:
            about = heard.lobby.peers.alive[said.lobby.owner]
            return bool(about["is_full"] == (connected(said) > MOST // 2))

        await until(is_told)


def test_who_comes_to_a_table_of_another_worker_goes_there_with_the_socket(
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
        # Whatever else is asked is answered as ever.
        await players[0].ask("lobby")
        await players[0].next("lobby")

    run(main())


def test_everything_asked_is_answered_in_order_and_nobody_is_greeted_twice(
    rooms: list[Opened],
) -> None:
    one, two = rooms
    masa = one.table(one.guest())["id"]

    async def come(number: int) -> None:
        """All at once, or a little later, as the machine has it."""
        async with connect(two.ws) as socket:
            for place, ask in enumerate(("ping", "watch", "ping", "watch", "ping", "unwatch")):
                about = {} if ask == "ping" else {"masa": masa}
                await socket.send(json.dumps({"do": ask, "id": f"{place}"} | about))
                if number % 6 == place:
                    await asyncio.sleep(0)
            heard: list[str] = []
            while len(heard) < 6:
                said = json.loads(await socket.recv())
                if said["type"] == "hello":
                    assert not heard
                elif said["type"] == "done":
                    heard.append(said["id"])
                else:
                    assert said["type"] in ("view", "room", "events"), said
            assert heard == list("012345")

    async def main() -> None:
        for number in range(0, 48, 8):
            await asyncio.gather(*[come(number + more) for more in range(8)])
        await until(lambda: connected(one) == connected(two) == 0)

    run(main())


def test_who_looks_at_something_here_stays_and_plays_over_the_bus(rooms: list[Opened]) -> None:
    one, two = rooms
    masa = one.table(one.guest())["id"]

    async def main() -> None:
        looking, other = await two.connect(two.guest()), await two.connect(two.guest())
        await looking.ask("lobby")
        for side, player in enumerate((looking, other)):
            await player.watch(masa)
            await player.ask("sit", masa=masa, side=side, stack=100)
        await play_hands([looking, other], 2)
        assert visitors(one) == 1
        assert connected(two) == 1
        # Who has left the lobby, and comes back to the table, goes along.
        await looking.ask("unlobby")
        await looking.ask("unwatch", masa=masa)
        await looking.watch(masa)
        await until(lambda: connected(two) == 0 and visitors(one) == 0)
        await events_until(looking, "hand_ended")

    run(main())


def test_a_worker_that_is_half_full_is_passed_no_more_sockets(rooms: list[Opened]) -> None:
    one, two = rooms
    masa = one.table(one.guest())["id"]

    async def main() -> None:
        crowd = [await one.connect() for _ in range(MOST // 2 + 1)]
        await told(one, two)
        late = await two.connect()
        await late.watch(masa)
        assert connected(two) == 1
        for client in crowd:
            await client.close()
        await until(lambda: connected(one) == 0)
        await told(one, two)
        await late.ask("unwatch", masa=masa)
        await late.watch(masa)
        await until(lambda: connected(two) == 0)

    run(main())


def test_a_session_is_verified_anew_where_its_socket_goes(
    rooms: list[Opened], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What would not be let in there is closed as any socket is, and comes again by itself."""
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
