"""A connection between the room and its database that a test can cut before or after a message, or
silence.
"""

import asyncio
from collections.abc import Callable
from types import TracebackType

BEFORE, AFTER = "before", "after"
"""Moments of a cut: the message is not delivered, or it is delivered and its answer is lost."""


class Line:
    def __init__(self, client: asyncio.StreamWriter, server: asyncio.StreamWriter) -> None:
        self.client, self.server = client, server
        self.is_writers = False
        """Whether the connection belongs to the room's writer, by its application name."""
        self.is_deaf = False
        self.round_trips = 0
        self._is_asked = False

    def note(self, is_question: bool) -> None:
        self.round_trips += is_question and not self._is_asked
        self._is_asked = is_question

    def cut(self) -> None:
        self.client.transport.abort()
        self.server.transport.abort()


class Proxy:
    """A proxy in front of a database on this machine: `async with Proxy(port) as proxy:`, then
    `proxy.port`.
    """

    def __init__(self, to: int) -> None:
        self._to = to
        self.is_away = False
        """While true, new connections are closed, and open ones pass nothing on."""
        self.fate: Callable[[Line], str | None] = lambda line: None
        """Function that returns the fate of the next message to the database: BEFORE, AFTER or
        None."""
        self.lines: list[Line] = []
        self.cuts = 0

    async def __aenter__(self) -> "Proxy":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.close()
        for line in self.lines:
            line.cut()

    @property
    def writers_line(self) -> Line:
        return next(line for line in reversed(self.lines) if line.is_writers)

    async def _serve(self, reader: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        try:
            if self.is_away:
                client.transport.abort()
                return
            answers, server = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            client.transport.abort()
            return
        line = Line(client, server)
        self.lines.append(line)
        await asyncio.gather(self._ask(line, reader), self._answer(line, answers))

    async def _ask(self, line: Line, reader: asyncio.StreamReader) -> None:
        try:
            while data := await reader.read(1 << 16):
                line.is_writers = line.is_writers or b"pokermasa writer" in data
                if self.is_away:
                    continue
                fate = self.fate(line)
                if fate == BEFORE:
                    break
                line.is_deaf = fate == AFTER
                line.note(True)
                line.server.write(data)
        except OSError:
            pass
        self.cuts += line.server.transport.is_closing() is False
        line.cut()

    async def _answer(self, line: Line, reader: asyncio.StreamReader) -> None:
        try:
            while data := await reader.read(1 << 16):
                if self.is_away:
                    continue
                if line.is_deaf:
                    break
                line.note(False)
                line.client.write(data)
        except OSError:
            pass
        line.cut()
