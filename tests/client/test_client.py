"""The client class: a bot in twenty lines, refusals, and a closed room."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from pokermasa.client.client import Client, Message, RequestRefused, be_a_guest
from tests.server.room import open_room, passive


async def bot(url: str, masa: Any, hands: int) -> int:  # type: ignore[return]
    """The example in docs/wire.md."""
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


def test_bots_play_over_the_socket(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        masa = room.table(room.guest())["id"]

        async def main() -> list[Any]:
            async with asyncio.timeout(40):
                return await asyncio.gather(*[bot(room.url, masa, 3) for _ in range(2)])

        assert asyncio.run(main()) == [3, 3]


def test_a_refusal_has_a_reason_and_a_closed_room_is_noticed(tmp_path: Path) -> None:
    async def main() -> None:
        with open_room(tmp_path) as room:
            client = await Client.connect(room.url)
            assert client.name is None
            with pytest.raises(RequestRefused, match="NOT_FOUND: nothing has that name or id"):
                await client.watch("nowhere")
            await asyncio.to_thread(room.stop)
            room.stop = lambda: None
        with pytest.raises(ConnectionError):
            await client.next("anything")
        with pytest.raises(ConnectionError):
            await client.ask("ping")
        await client.close()

    asyncio.run(main())


@pytest.mark.parametrize("code", ["BUSY", "STORAGE", "BUS", "TOO_FAST"])
def test_an_act_that_the_room_cannot_take_now_is_sent_again_under_its_id(code: str) -> None:
    async def main() -> None:
        asked: list[Message] = []

        async def busy_at_first(socket: ServerConnection) -> None:
            await socket.send(json.dumps({"type": "hello", "name": "Ada", "version": 1}))
            async for text in socket:
                asked.append(json.loads(text))
                answer = {"type": "done"} if len(asked) == 3 else {"type": "refused", "code": code}
                await socket.send(json.dumps({**answer, "id": asked[-1]["id"], "message": "later"}))

        async with serve(busy_at_first, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            async with await Client.connect(f"http://127.0.0.1:{port}") as client:
                turn = {"masa": "m", "turn": "1.1", "left": 60_000}
                await client.act(turn, "CA")
                assert asked == [asked[0]] * 3
                # The client does not wait longer than its time to act.
                with pytest.raises(RequestRefused, match=code):
                    await client.act({**turn, "left": 0}, "CA")
                assert len(asked) == 4

    asyncio.run(main())


def test_a_cancelled_connect_leaves_no_connection_open() -> None:
    """The room accepts the socket and sends nothing, and the waiting task is cancelled."""

    async def main() -> None:
        reached, gone = asyncio.Event(), asyncio.Event()

        async def silent(socket: Any) -> None:
            reached.set()
            await socket.wait_closed()
            gone.set()

        async with serve(silent, "127.0.0.1", 0) as room:
            port = room.sockets[0].getsockname()[1]
            coming = asyncio.create_task(Client.connect(f"http://127.0.0.1:{port}"))
            await reached.wait()
            for _ in range(20):  # The task is connected and waits for the first message.
                await asyncio.sleep(0.01)
            coming.cancel()
            with pytest.raises(asyncio.CancelledError):
                await coming
            async with asyncio.timeout(40):
                await gone.wait()

    asyncio.run(main())


@pytest.mark.parametrize(("version", "update"), [(2, "update pokermasa"), (0, "update the room")])
def test_a_room_of_another_version_is_left_with_a_message_that_says_what_to_update(
    version: int, update: str
) -> None:
    async def main() -> None:
        addresses: list[str] = []

        async def other(socket: ServerConnection) -> None:
            assert socket.request is not None
            addresses.append(socket.request.path)
            await socket.send(json.dumps({"type": "hello", "name": None, "version": version}))
            await socket.wait_closed()

        async with serve(other, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            with pytest.raises(RequestRefused, match=update) as refused:
                await Client.connect(f"http://127.0.0.1:{port}")
            assert refused.value.code == "OTHER_VERSION"
        assert addresses == ["/ws?version=1"]

    asyncio.run(main())
