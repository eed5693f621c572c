"""The client class: a bot of twenty lines, refusals, and a room that goes away."""

import asyncio

import pytest
from websockets.asyncio.server import serve

from pokermasa.client.client import AskRefused, Client, be_a_guest
from tests.server.room import open_room, passive


async def bot(url, masa, hands):
    """What docs/wire.md shows."""
    guest = await asyncio.to_thread(be_a_guest, url)
    async with await Client.connect(url, guest.token) as client:
        assert client.name == guest.name
        await client.ask("sit", masa=masa, stack=200)
        played = 0
        async for message in client:
            if message["type"] == "act":
                await client.act(message, passive(message))
            elif message["type"] == "events":
                played += sum(e["event"] == "hand_ended" for e in message["events"])
            if played >= hands:
                return played


def test_bots_play_over_the_socket(tmp_path):
    with open_room(tmp_path) as room:
        masa = room.table(room.guest())["id"]

        async def main():
            async with asyncio.timeout(40):
                return await asyncio.gather(*[bot(room.url, masa, 3) for _ in range(2)])

        assert asyncio.run(main()) == [3, 3]


def test_a_refusal_says_why_and_a_room_that_is_gone_is_noticed(tmp_path):
    async def main():
        with open_room(tmp_path) as room:
            client = await Client.connect(room.url)
            assert client.name is None
            with pytest.raises(AskRefused, match="NOT_FOUND: there is no such thing"):
                await client.watch("nowhere")
            await asyncio.to_thread(room.stop)
            room.stop = lambda: None
        with pytest.raises(ConnectionError):
            await client.next("anything")
        with pytest.raises(ConnectionError):
            await client.ask("ping")
        await client.close()

    asyncio.run(main())


def test_who_gives_up_at_the_door_leaves_no_connection_open():
    """The room takes the socket and says nothing; whoever waits for it is told to stop."""

    async def main():
        reached, gone = asyncio.Event(), asyncio.Event()

        async def silent(socket):
            reached.set()
            await socket.wait_closed()
            gone.set()

        async with serve(silent, "127.0.0.1", 0) as room:
            port = room.sockets[0].getsockname()[1]
            coming = asyncio.create_task(Client.connect(f"http://127.0.0.1:{port}"))
            await reached.wait()
            for _ in range(20):  # until it has its socket, and waits for the first word
                await asyncio.sleep(0.01)
            coming.cancel()
            with pytest.raises(asyncio.CancelledError):
                await coming
            async with asyncio.timeout(40):
                await gone.wait()

    asyncio.run(main())
