"""The cable between a browser and a room, which can be pulled without anybody being told."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from tests.browser.house import House


class Cable:
    """Passes everything on. What is sent while it is cut is gone, as are the connections of then:
    they stay open, and silent."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.port = 0
        self._is_cut = {"up": False, "down": False}
        self._links: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self, *ways: str) -> None:
        """`up`: from the browser to the room; `down`: back. Both, if not said."""
        for way in ways or ("up", "down"):
            self._is_cut[way] = True

    def mend(self) -> None:
        """For new connections. The old ones go on being silent."""
        self._is_cut = {"up": False, "down": False}

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        room_reader, room_writer = await asyncio.open_connection("127.0.0.1", self.house.port)
        self._writers |= {writer, room_writer}
        dead = {"up": False, "down": False}

        async def pass_on(
            way: str, source: asyncio.StreamReader, target: asyncio.StreamWriter
        ) -> None:
            with contextlib.suppress(ConnectionError):
                while data := await source.read(65536):
                    dead[way] |= self._is_cut[way]
                    if not dead[way]:
                        target.write(data)
                        await target.drain()
                if not (dead[way] or self._is_cut[way]):
                    target.close()

        for way in (("up", reader, room_writer), ("down", room_reader, writer)):
            self._links.add(asyncio.create_task(pass_on(*way)))

    async def close(self) -> None:
        for writer in self._writers:
            writer.close()
        for link in self._links:
            link.cancel()
        await asyncio.gather(*self._links, return_exceptions=True)


@contextlib.asynccontextmanager
async def cable(house: House) -> AsyncIterator[Cable]:
    laid = Cable(house)
    server = await asyncio.start_server(laid.connected, "127.0.0.1", 0)
    laid.port = server.sockets[0].getsockname()[1]
    try:
        yield laid
    finally:
        server.close()
        await laid.close()
