"""HTTP protocol with a time limit on every wait for the client.

uvicorn reads requests and writes answers, but waits without limit for the rest of a head or body,
and for the client to read an answer.
"""

from __future__ import annotations

import asyncio
import json
from http import HTTPStatus
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from pokermasa.server.caller import with_own_cookies
from pokermasa.server.connection.connection_limit import HeldConnection
from pokermasa.server.connection.headers import UPLOAD_LINE, is_upload
from pokermasa.server.connection.http_reader import HttpReader
from pokermasa.server.connection.lingering_close import LingeringClose
from pokermasa.server.connection.read_throttle import ReadThrottle
from pokermasa.server.connection.socket_passing import PassedSocket
from pokermasa.server.connection.websocket_protocol import SocketProtocol
from pokermasa.server.refusal import RoomRefusal
from pokermasa.server.settings import Settings

HEAD_TIME_MS = 5_000
"""Time in milliseconds for the whole head of a request, and for the TLS handshake. After that the
connection is closed."""
BODY_TIME_MS = 10_000
"""Time in milliseconds for the whole body of a request, or for each piece of an uploaded file.
After that the connection is closed."""
READ_TIME_MS = 10_000
"""Time in milliseconds for a client to read the next part of an answer. After that the connection
is closed."""
IDLE_TIME_MS = 5_000
"""Time in milliseconds from the end of an answer to the next request. After that the connection is
closed."""
MOST_AT_ONCE = 128 * 1024
"""Maximum number of bytes in one read. It exceeds the longest head and body together; only uploads
may be longer."""
CRUMB = 1024
"""Size in bytes below which a piece of an upload is slowed down, as small pieces of other requests
are."""
LAST_WORDS_TIME = 3_000
"""Time in milliseconds for a client that is still sending to read the answer."""

SOCKET_HEAD = "a socket is opened without a body, by at most 128 lines of at most 8 kB"
"""Reason why a handshake is refused that the WebSocket library cannot read."""


class RequestProtocol(H11Protocol):
    def __init__(
        self,
        connection: HeldConnection,
        passed: PassedSocket | None,
        settings: Settings,
        *arguments: Any,
        **more: Any,
    ) -> None:
        super().__init__(*arguments, **more)
        self._settings = settings
        self.conn: HttpReader = HttpReader()
        self._passed = passed
        self._held = connection
        self._pieces: ReadThrottle | None = None
        self._is_idle = False
        self._is_unread = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._lingering_close = LingeringClose(transport, self.conn)
        super().connection_made(cast("asyncio.Transport", self._lingering_close))
        self._pieces = ReadThrottle(transport, self._read_on)
        self._held.give_up = self._give_up
        self._held.wait(HEAD_TIME_MS)
        if self._passed is not None:
            self.data_received(self._passed.head)

    def connection_lost(self, exc: Exception | None) -> None:
        self._held.leave()
        if self._pieces is not None:
            self._pieces.stop()
            self._pieces = None
        self._unset_keepalive_if_required()
        super().connection_lost(exc)
        # Breaks a reference cycle. Thousands of closed connections would otherwise wait for
        # Python's garbage collector and delay the players.
        self.cycle = None  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        assert self._pieces is not None
        if self._lingering_close.is_over or self._lingering_close.is_too_much:
            self._pieces.add()
            return
        if len(data) > MOST_AT_ONCE and not (self._is_upload or data.startswith(UPLOAD_LINE)):
            self._lingering_close.is_too_much = True
            data = data[:MOST_AT_ONCE]
        if self._is_idle:
            self._is_idle = False
            self._held.wait(HEAD_TIME_MS)
        before = self.cycle
        super().data_received(data)
        if self.transport.is_closing():
            self._held.wait(self._closing_time)
        elif self.transport.get_protocol() is not self:
            return  # The connection has become a socket.
        else:
            self._update_deadline(is_new=self.cycle is not before, is_crumb=len(data) < CRUMB)

    @property
    def _is_upload(self) -> bool:
        """Whether an upload is in progress."""
        cycle = self.cycle
        return cycle is not None and not cycle.response_complete and is_upload(cycle.scope)

    def send_400_response(self, msg: str) -> None:
        """Refuses a request that cannot be read, in the JSON form of all refusals, and closes."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True  # Ends the wait of the route.
            self.cycle.message_event.set()
        self._lingering_close.is_too_much = True
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.close()  # The answer has begun already, so a refusal cannot be sent.
            return
        code = RoomRefusal.UNREADABLE
        body = json.dumps(
            {"code": code.name, "message": f"{code.words}: {self.conn.fault}"}
        ).encode()
        headers = [("Content-Type", "application/json"), ("Connection", "close")]
        headers.append(("Content-Length", str(len(body))))
        reason = HTTPStatus(self.conn.status).phrase
        for event in (
            h11.Response(status_code=self.conn.status, headers=headers, reason=reason),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    @property
    def _closing_time(self) -> int:
        return min(LAST_WORDS_TIME, READ_TIME_MS) if self._lingering_close.is_over else READ_TIME_MS

    def _update_deadline(self, is_new: bool, is_crumb: bool = True) -> None:
        """Updates the time limit after data has arrived."""
        assert self._pieces is not None
        is_asked = self.cycle is not None and not self.cycle.response_complete
        if is_asked and self.conn.their_state is not h11.SEND_BODY:
            self._pieces.whole()
            if not self._is_unread:
                self._held.stop_waiting()
            return
        is_upload = self._is_upload
        if is_asked and (is_new or is_upload):  # An upload has this time for each piece.
            self._held.wait(BODY_TIME_MS)
        if is_upload and not is_crumb:
            self._pieces.whole()
        else:
            self._pieces.add()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._held.stop_waiting()
        # The WebSocket library reads at most 8 kB of one header. A browser may send more cookies of
        # other programs at this host.
        self.headers = with_own_cookies(self.headers, self._settings)
        self.transport = self._lingering_close.transport
        super().handle_websocket_upgrade(event)
        if self._pieces is not None:
            self._pieces.stop()
            self._pieces = None
        protocol = self.transport.get_protocol()
        assert isinstance(protocol, SocketProtocol)
        protocol.hold(self._held)
        if not protocol.handshake_initiated:
            # uvicorn would keep the connection open without an answer or a time limit.
            self.conn.fault = SOCKET_HEAD
            self.send_400_response("")
            return
        if self._passed is not None:
            protocol.go_on(self._passed.texts)

    def on_response_complete(self) -> None:
        if self._lingering_close.is_more_coming:
            self.transport.close()
        self._is_idle = not self._is_unread
        wait = self._closing_time if self.transport.is_closing() else self._idle_time
        self._held.wait(wait)
        if self._pieces is not None:
            self._pieces.whole()
        super().on_response_complete()
        if not self.transport.is_closing() and not self.cycle.response_complete:
            self._is_idle = False  # The next request had arrived already.
            self._update_deadline(is_new=True)

    @property
    def _idle_time(self) -> int:
        # A little longer than uvicorn's own limit, which closes in the regular way.
        return IDLE_TIME_MS + 1000

    def pause_writing(self) -> None:
        super().pause_writing()
        self._is_unread = True
        self._held.wait(READ_TIME_MS)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._is_unread = False
        if self.cycle is not None and self.cycle.response_complete:
            self._is_idle = True
            self._held.wait(self._idle_time)
        else:
            self._held.stop_waiting()

    def _read_on(self) -> None:
        if self._lingering_close.is_over or not self.flow.read_paused:
            self.transport.resume_reading()

    def _give_up(self) -> None:
        """Closes the connection. Aborts it if unread data is left, which the client would not
        read."""
        self._held.leave()
        if self.transport.is_closing() or self.transport.get_write_buffer_size():
            self.transport.abort()
        else:
            self.transport.close()
