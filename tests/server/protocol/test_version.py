"""Tests of the version of the messages: `hello` contains it, and a client of another version is
refused.
"""

import asyncio
import json
import re
from pathlib import Path

import pytest
import websockets

from pokermasa.client import client
from pokermasa.server.protocol.message import VERSION, messages
from tests.server.room import Opened, open_room
from tests.test_house import REPOSITORY


def test_clients_and_documents_have_the_version_of_the_room() -> None:
    assert client.VERSION == VERSION
    socket = (REPOSITORY / "web" / "lib" / "net" / "socket.ts").read_text("utf-8")
    assert re.findall(r"^export const VERSION = (\d+);$", socket, re.MULTILINE) == [str(VERSION)]
    for place in ("web/public/boot.js", "docs/wire.md"):
        text = (REPOSITORY / place).read_text("utf-8")
        assert set(re.findall(r"/ws\?version=(\d+)", text)) == {str(VERSION)}, place
    assert f'"version": {VERSION}}}' in (REPOSITORY / "docs" / "wire.md").read_text("utf-8")


def test_a_client_of_another_version_is_refused_with_advice(tmp_path: Path) -> None:
    async def main(room: Opened) -> None:
        for version in (f"{VERSION + 1}", f"{VERSION}.5", "", "x" * 900, "%00", "%D9%A1"):
            async with websockets.connect(f"{room.ws}?version={version}") as socket:
                hello, refused = [json.loads(await socket.recv()) for _ in range(2)]
                for message in (hello, refused):
                    messages.validate_python(message)
                assert (hello["type"], hello["version"]) == ("hello", VERSION)
                assert (refused["code"], refused["id"]) == ("OTHER_VERSION", "")
                assert "update the client" in refused["message"]
                assert len(refused["message"]) < 250
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    await socket.recv()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4426
                assert "reload the page" in closed.value.rcvd.reason

    with open_room(tmp_path) as room:
        asyncio.run(main(room))


def test_a_client_of_the_same_version_or_of_none_is_served(tmp_path: Path) -> None:
    async def main(room: Opened) -> None:
        for address in (room.ws, f"{room.ws}?version={VERSION}"):
            async with websockets.connect(address) as socket:
                assert json.loads(await socket.recv())["type"] == "hello"
                await socket.send('{"do": "ping", "id": "1"}')
                assert json.loads(await socket.recv()) == {"type": "done", "id": "1"}

    with open_room(tmp_path) as room:
        asyncio.run(main(room))
