"""WebSocket protocol in which every frame counts as a message.

uvicorn answers pings and joins fragments before the room can count them, and parses all bytes of a
read at once. Here a frame that is not a whole message is passed on as an empty message, the bytes
are parsed in small pieces, and reading pauses while bytes wait that were not parsed yet.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from pokermasa.server.connection.connection_limit import HeldConnection
from pokermasa.server.connection.read_throttle import ReadThrottle
from pokermasa.server.connection.socket_passing import PassedSocket

PIECE = 1024
"""Number of bytes parsed at a time: at most 170 frames."""
CLOSING = 2.0
"""Seconds for a client to read the close frame and to answer it."""
BARE_FRAME = {"type": "websocket.receive", "is_bare": True}
"""Stands for a ping, an unsolicited pong or a fragment of a message."""


class MessageQueue:
    """The received messages of one socket. An `asyncio.Queue` takes 3 KiB, and a room may have
    thousands of idle sockets."""

    __slots__ = ("_messages", "_waiting")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._waiting: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def empty(self) -> bool:
        return not self._messages

    def take_all(self) -> list[Any]:
        taken, self._messages = self._messages, []
        return taken

    async def get(self) -> Any:
        """Waits for a message and removes it. Only one task may wait at a time."""
        while not self._messages:
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        return self._messages.pop(0)


class SocketProtocol(WebSocketsSansIOProtocol):
    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.queue: MessageQueue = MessageQueue()  # type: ignore[assignment]
        self.close_timeout = CLOSING
        self._unread = bytearray()
        # uvicorn would pause reading for every single message. Here `_read` decides about it.
        self.read_paused = True
        self._is_paused = False
        self._held: HeldConnection | None = None
        self._pieces: ReadThrottle | None = None
        self._ending: asyncio.TimerHandle | None = None
        self.is_passed = False
        """Whether the socket was opened at another worker and passed to this one."""
        self.on_writable: Callable[[], None] = lambda: None
        """Called when the client has read enough that more can be written."""

    def hold(self, connection: HeldConnection) -> None:
        """Counts the connection as an HTTP request until the room has answered the handshake."""
        self._held = connection
        connection.give_up = self.transport.abort

    def _let_go(self) -> None:
        if self._held is not None:
            self._held.leave()
            self._held = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._pieces = ReadThrottle(transport, self._read_on)

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
            self.scope["state"]["protocol"] = self

    # Reading

    def data_received(self, data: bytes) -> None:
        if self.close_sent and len(data) > PIECE:
            self.transport.abort()  # A close frame is shorter.
            return
        self._unread += data
        self._read()
        if self._pieces is None:
            return
        if self._unread and not self._is_paused and not self.close_sent:
            self._is_paused = True
            self.transport.pause_reading()
        if self.queue.empty():
            self._pieces.add()
        else:
            self._pieces.whole()

    def _read(self) -> None:
        """Parses received bytes until there is a message for the room."""
        while self._unread and self.queue.empty() and not self.transport.is_closing():
            piece = bytes(self._unread[:PIECE])
            del self._unread[:PIECE]
            super().data_received(piece)

    async def receive(self) -> Any:
        message = await self.queue.get()
        if self._unread and self.queue.empty():
            self._read()
        if self._is_paused and not self._unread:
            self._is_paused = False
            self._read_on()
        return message

    def _read_on(self) -> None:
        if not self._is_paused and not self.transport.is_closing():
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
        self.queue.put_nowait(BARE_FRAME)

    # To and from another worker

    def pass_on(self, give: Callable[[int, PassedSocket], bool], text: str) -> bool:
        """Return whether the socket was passed to another worker by *give*.

        *text*, the client's last request, and the requests queued after it go along. A TLS
        connection cannot be passed, because its keys are in this process, nor can a connection in
        the middle of a message.
        """
        if (
            self.transport.get_extra_info("sslcontext") is not None
            or self.transport.is_closing()
            or self.transport.get_write_buffer_size()
            or self.close_sent
            or self._unread
            or self.frames
            or self.conn.reader.buffer
        ):
            return False
        waiting = self.queue.take_all()
        texts = [one.get("text") for one in waiting]
        if None not in texts:
            passed = PassedSocket(self._head(), [text, *map(str, texts)])
            if give(self.transport.get_extra_info("socket").fileno(), passed):
                self.transport.abort()  # Closes only this process's descriptor.
                return True
        for one in waiting:
            self.queue.put_nowait(one)
        return False

    def _head(self) -> bytes:
        scope = self.scope
        query = b"?" + scope["query_string"] if scope["query_string"] else b""
        lines = [b"GET " + scope["raw_path"] + query + b" HTTP/1.1"]
        lines += [name + b": " + value for name, value in scope["headers"]]
        return b"\r\n".join([*lines, b"", b""])

    def go_on(self, texts: list[str]) -> None:
        """Continues a socket that another worker has passed on.

        Its client has been greeted already. *texts* are its unanswered requests; they come before
        newly received ones.
        """
        self.is_passed = True
        if hasattr(self, "scope"):
            for text in texts:
                self.queue.put_nowait({"type": "websocket.receive", "text": text})

    def _accept_again(self) -> None:
        self.handshake_complete = True
        self.conn.send_response(self.response)
        self.conn.data_to_send()  # Discarded: the client has had this response.
        self.start_keepalive()

    # Writing

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.accept" and self.is_passed:
            self._accept_again()
        else:
            await super().send(message)
        if message["type"] == "websocket.accept":
            self._let_go()
        elif message["type"] == "websocket.http.response.body":
            # The handshake was refused; uvicorn would otherwise report a missing answer.
            self.handshake_complete = True

    @property
    def is_writable(self) -> bool:
        """Whether the client has read so much that more may be written."""
        return self.writable.is_set()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.on_writable()

    def send_texts(self, texts: list[bytes]) -> None:
        """Sends several messages in one write.

        Sending them one by one through ASGI takes several times as long.
        """
        if not self.disconnected and not self.close_sent:
            self.transport.write(b"".join(map(_frame, texts)))

    def abort(self) -> None:
        """Drops a connection that does not read its close frame."""
        self.transport.abort()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Closes the connection a short time after the room has finished with it, whether or not
        the client has read everything."""
        super().on_task_complete(task)
        # Breaks a reference cycle, which would wait for the garbage collector.
        self.scope["state"].pop("protocol")
        if not self.disconnected:
            self._ending = self.loop.call_later(CLOSING, self.transport.abort)


def _frame(data: bytes) -> bytes:
    """Return *data* as one unmasked WebSocket text frame (RFC 6455, section 5.2)."""
    length = len(data)
    if length < 126:
        return b"\x81" + length.to_bytes(1, "big") + data
    if length < 65_536:
        return b"\x81\x7e" + length.to_bytes(2, "big") + data
    return b"\x81\x7f" + length.to_bytes(8, "big") + data
