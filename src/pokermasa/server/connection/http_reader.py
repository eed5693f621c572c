"""Reads HTTP requests with h11, in time that is proportional to their length.

h11's regular expressions take quadratic time for a run of spaces before a control character: 64 kB
in a header took 8 seconds, during which nobody in the room was served.
"""

from __future__ import annotations

import re
from typing import Any, NoReturn

import h11

from pokermasa.server.connection.chunk_reader import BadChunks, ChunkReader

MOST_HEAD = 16 * 1024
"""Longest request line and headers together, in bytes, cookies included."""
_HEAD_END = re.compile(rb"\n\r?\n")
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?=[^\n])")
"""Control characters that no request line or header may contain."""


class HttpReader(h11.Connection):
    """The server's side of an HTTP connection. Passes bytes on to h11 only after checking them."""

    def __init__(self) -> None:
        super().__init__(h11.SERVER, MOST_HEAD)
        self._unread = bytearray()
        """Bytes received, but not yet passed on to h11."""
        self._chunks: ChunkReader | None = None
        """Reader of a chunked body. None while no chunked body is being read."""
        self.fault = "this is not HTTP/1.1"
        """Reason of the error that `next_event` raised, in words for the sender."""
        self.status = 400
        """HTTP status of that error."""

    def receive_data(self, data: bytes) -> None:
        self._unread += data

    def next_event(self) -> Any:
        """Return h11's next event. Raises h11.RemoteProtocolError for a request that is refused."""
        while True:
            if self.their_state is h11.IDLE:
                self._pass_on(self._checked_head())
            event = super().next_event()
            if isinstance(event, h11.Request):
                self._begin(event)
            if event is not h11.NEED_DATA or not self._unread:
                return event
            if self.their_state is not h11.SEND_BODY:
                return h11.PAUSED  # the next request waits for the answer to this one
            if self._chunks is None:
                self._pass_on(len(self._unread))
            elif not self._pass_chunks_on(self._chunks):
                return event

    def _begin(self, request: h11.Request) -> None:
        names = {name for name, _ in request.headers}
        is_chunked = b"transfer-encoding" in names
        if is_chunked and b"content-length" in names:
            # A proxy might use the other header and treat part of the body as a second request.
            self._refuse("send Content-Length or Transfer-Encoding, not both")
        self._chunks = ChunkReader() if is_chunked else None

    def _pass_chunks_on(self, chunks: ChunkReader) -> bool:
        """Passes the received data on to h11 as one chunk. False if there is none."""
        try:
            data = chunks.take(self._unread)
        except BadChunks as error:
            self._refuse(str(error))
        joined = b"%x\r\n%b\r\n" % (len(data), data) if data else b""
        if chunks.is_over:
            joined += b"0\r\n\r\n"
        if joined:  # h11 takes empty data as the end of the connection.
            super().receive_data(joined)
        return bool(joined)

    def _checked_head(self) -> int:
        """Return the number of unread bytes that belong to the head at the start of the buffer."""
        before = self.trailing_data[0]
        data = before + self._unread[: MOST_HEAD + 1]
        end = _HEAD_END.search(data)
        length = end.end() if end else len(data)
        if length > MOST_HEAD:
            text = f"the request line and the headers have at most {MOST_HEAD} bytes together"
            self._refuse(text, 431)
        if _CONTROL.search(data, 0, length):
            self._refuse("a header contains a control character")
        return max(0, length - len(before))

    def _pass_on(self, count: int) -> None:
        if count:
            super().receive_data(bytes(self._unread[:count]))
            del self._unread[:count]

    def _refuse(self, message: str, status: int = 400) -> NoReturn:
        self.fault, self.status = message, status
        raise h11.RemoteProtocolError(message, status)
