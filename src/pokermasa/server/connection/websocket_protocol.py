"""The socket's frames, each of them counted as a message and none of them free.

uvicorn answers pings and gathers fragments before anybody can count them, and reads all that came
at once. Here each frame that is no message is handed on as an empty one, little is read at a time,
and the rest waits until the room has taken what there was.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from pokermasa.server.connection.connection_limit import HeldConnection
from pokermasa.server.connection.slow_bytes import SlowBytes

PIECE = 1024
"""Bytes read at a time: at most 170 frames."""
CLOSING = 2.0
"""Seconds for a client to read the good-bye and to say its own."""
BARE_FRAME = {"type": "websocket.receive", "is_bare": True}
"""A ping, a pong nobody asked for, or a part of a message."""


class SocketProtocol(WebSocketsSansIOProtocol):
    def __init__(self, *words: Any, **more: Any) -> None:
        super().__init__(*words, **more)
        self.close_timeout = CLOSING
        self._unread = bytearray()
        self._held: HeldConnection | None = None
        self._pieces: SlowBytes | None = None
        self._ending: asyncio.TimerHandle | None = None

    def hold(self, held: HeldConnection) -> None:
        """It counts as a request until the room has answered it."""
        self._held = held
        held.give_up = self.transport.abort

    def _let_go(self) -> None:
        if self._held is not None:
            self._held.leave()
            self._held = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._pieces = SlowBytes(transport, self._read_on)

    def connection_lost(self, exc: Exception | None) -> None:
        self._let_go()
        self._unread.clear()
        if self._pieces is not None:
            self._pieces.stop()
            self._pieces = None
        if self._ending is not None:
            self._ending.cancel()
        super().connection_lost(exc)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            # Lets the room drop a connection that does not even read its good-bye.
            self.scope["state"]["abort"] = self.transport.abort

    # Reading

    def data_received(self, data: bytes) -> None:
        if self.close_sent and len(data) > PIECE:
            self.transport.abort()  # a good-bye is shorter
            return
        self._unread += data
        self._read()
        if self._pieces is None:
            return
        if self.queue.empty():
            self._pieces.add()
        else:
            self._pieces.whole()

    def _read(self) -> None:
        """Until there is something for the room."""
        while self._unread and self.queue.empty() and not self.transport.is_closing():
            piece = bytes(self._unread[:PIECE])
            del self._unread[:PIECE]
            super().data_received(piece)

    async def receive(self) -> Any:
        message = await self.queue.get()
        if self.queue.empty():
            self._read()
        if self.queue.empty() and self.read_paused:
            self.read_paused = False
            self._read_on()
        return message

    def _read_on(self) -> None:
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def handle_ping(self) -> None:
        super().handle_ping()
        self._count()

    def handle_pong(self, event: Frame) -> None:
        is_answer = bytes(event.data) == self.pending_ping_payload
        super().handle_pong(event)
        if not is_answer:
            self._count()

    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        if not event.fin:
            self._count()

    def handle_text(self, event: Frame) -> None:
        super().handle_text(event)
        if not event.fin:
            self._count()

    def handle_bytes(self, event: Frame) -> None:
        super().handle_bytes(event)
        if not event.fin:
            self._count()

    def _count(self) -> None:
        if self.close_sent:
            return
        self.queue.put_nowait(BARE_FRAME)  # type: ignore[arg-type]
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    # Writing

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.accept":
            self._let_go()
        elif message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # with a no, which uvicorn would take for none

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """The room has done with it: it goes, whether or not it reads what is left for it."""
        super().on_task_complete(task)
        if not self.disconnected:
            self._ending = self.loop.call_later(CLOSING, self.transport.abort)
