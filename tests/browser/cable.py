"""A proxy between a browser and a room that can stop passing data without closing connections."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from tests.browser.house import House


class Cable:
    """Passes all data on. While a direction is cut, its data is lost. Connections that lost data
    stay open and pass nothing more.
    """

    def __init__(self, house: House) -> None:
        self.house = house
        self.port = 0
        self._is_cut = {"up": False, "down": False}
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self, *ways: str) -> None:
        """Cuts `up` (browser to room), `down` (room to browser), or both if none is given."""
        for way in ways or ("up", "down"):
            self._is_cut[way] = True

    def mend(self) -> None:
        """Passes data of new connections again. Connections that lost data stay silent."""
        self._is_cut = {"up": False, "down": False}

    def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        self._tasks.add(asyncio.create_task(self._link(reader, writer)))

    async def _link(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        room_reader, room_writer = await asyncio.open_connection("127.0.0.1", self.house.port)
        self._writers.add(room_writer)
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

        await asyncio.gather(
            pass_on("up", reader, room_writer), pass_on("down", room_reader, writer)
        )

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for writer in self._writers:
            writer.transport.abort()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()


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
