"""Joins the chunks of a request's body, in time proportional to their bytes.

h11 works about 15 µs on a chunk of any size: 60,000 chunks of one byte kept everybody in the room
waiting for a second. It also reads trailers with the regular expressions that `http_reader` keeps
long headers away from; trailers are dropped here, since the room uses none.
"""

from __future__ import annotations

import re

FREE_CHUNKS = 64
"""Chunks of a body that may have any size."""
LEAST_AVERAGE = 16
"""Bytes that the chunks after those have on average. Programs that send a file line by line have
about 40; a phone sends what one packet holds."""
MOST_LINE = 256
"""Longest line between chunks, in bytes: a size with its extensions."""
MOST_TRAILERS = 4096
"""Longest trailers, in bytes."""
_SIZE = re.compile(rb"([0-9A-Fa-f]{1,15})[ \t]*(?:;[^\r\n\x00]*)?\r\n")


class BadChunks(ValueError):
    """Raised for chunks that are refused. The message can be shown to their sender."""


class ChunkReader:
    """A reader of one chunked body."""

    def __init__(self) -> None:
        self.is_over = False
        """Whether the last chunk and the trailers have been read."""
        self._is_last = False
        self._left = 0
        """Bytes of the current chunk that have not been read yet."""
        self._is_in_chunk = False
        self._chunks = self._bytes = self._trailers = 0

    def take(self, unread: bytearray) -> bytes:
        """Remove from *unread* all that can be read, and return the content of its chunks."""
        parts: list[bytes] = []
        at = 0
        while not self.is_over:
            if self._is_last:
                end = self._trailer(unread, at)
            elif not self._is_in_chunk:
                end = self._size(unread, at)
            elif self._left:
                end = min(len(unread), at + self._left)
                parts.append(bytes(unread[at:end]))
                self._left -= end - at
                self._bytes += end - at
            else:
                end = self._chunk_end(unread, at)
            if end == at:
                break
            at = end
        del unread[:at]
        return b"".join(parts)

    def _size(self, unread: bytearray, at: int) -> int:
        found = _SIZE.match(unread, at, at + MOST_LINE)
        if found is None:
            if b"\n" in unread[at : at + MOST_LINE] or len(unread) - at >= MOST_LINE:
                raise BadChunks("the size of a chunk cannot be read")
            return at
        self._left = int(found[1], 16)
        self._is_last = self._left == 0
        self._is_in_chunk = not self._is_last
        self._chunks += 1
        if not self._is_last and self._chunks > FREE_CHUNKS + self._bytes // LEAST_AVERAGE:
            message = f"the chunks are too small: send at least {LEAST_AVERAGE} bytes in each"
            raise BadChunks(message)
        return found.end()

    def _chunk_end(self, unread: bytearray, at: int) -> int:
        end = bytes(unread[at : at + 2])
        if not b"\r\n".startswith(end):
            raise BadChunks("a chunk is longer than its size")
        if len(end) < 2:
            return at
        self._is_in_chunk = False
        return at + 2

    def _trailer(self, unread: bytearray, at: int) -> int:
        """Reads one line of the trailers. An empty line ends the body."""
        end = unread.find(b"\n", at) + 1
        self._trailers += end - at if end else 0
        if max(self._trailers, 0 if end else len(unread) - at) > MOST_TRAILERS:
            raise BadChunks(f"the trailers have at most {MOST_TRAILERS} bytes")
        if not end:
            return at
        self.is_over = bytes(unread[at:end]) in (b"\r\n", b"\n")
        return end
