"""A socket client that needs so little time that the measurement shows the server's."""

import asyncio
import base64
import contextlib
import json
import os
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any


class Client(asyncio.Protocol):
    def __init__(self, secret: str | None, received: Callable[["Client", bytes], None]) -> None:
        self._secret = secret
        self._heard = received
        self._buffer = bytearray()
        self._is_open = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.messages = 0
        self.is_lost = False
        self.seat: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        cookie = "" if self._secret is None else f"Cookie: masa={self._secret}\r\n"
        transport.write(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n{cookie}"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("refused"))

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self._is_open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                self.transport.abort()
                return
            del buffer[: end + 4]
            self._is_open = True
            self.ready.set_result(None)
        at, size = 0, len(buffer)
        while size - at >= 2:
            kind, length = buffer[at] & 15, buffer[at + 1]
            start = at + 2
            if length == 126:
                if size - at < 4:
                    break
                length, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                if size - at < 10:
                    break
                length, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if size - start < length:
                break
            if kind == 1:
                self.messages += 1
                self._heard(self, bytes(buffer[start : start + length]))
            elif kind == 9:  # Answers a ping with its payload.
                said = bytes(buffer[start : start + length])
                self.transport.write(bytes((138, 128 | length)) + b"\0\0\0\0" + said)
            elif kind == 8:
                self.transport.abort()
            at = start + length
        del buffer[:at]

    def send(self, text: bytes) -> None:
        """Sends a frame. Its mask is all zeros, so it does not change the data."""
        length = len(text)
        head = (
            bytes((129, 128 | length)) if length < 126 else b"\x81\xfe" + length.to_bytes(2, "big")
        )
        self.transport.write(head + b"\0\0\0\0" + text)

    def say(self, **ask: Any) -> None:
        self.send(json.dumps(ask).encode())


def deaf(_client: Client, _message: bytes) -> None:
    """Counts the received frames without reading them."""


async def come_in(
    port: int,
    secrets: Sequence[str | None],
    received: Callable[[Client, bytes], None],
    at_once: int = 50,  # no stampede
) -> list[Client]:
    loop = asyncio.get_running_loop()
    clients: list[Client] = []
    for start in range(0, len(secrets), at_once):
        made = [
            loop.create_connection(lambda s=secret: Client(s, received), "127.0.0.1", port)  # type: ignore[misc]
            for secret in secrets[start : start + at_once]
        ]
        some = [client for _, client in await asyncio.gather(*made)]
        await asyncio.gather(*[client.ready for client in some])
        clients += some
    return clients


@contextlib.asynccontextmanager
async def connected(
    port: int, secrets: list[str | None], received: Callable[[Client, bytes], None]
) -> AsyncIterator[list[Client]]:
    clients = await come_in(port, secrets, received)
    try:
        yield clients
    finally:
        for client in clients:
            client.transport.abort()
        await asyncio.sleep(0.1)
