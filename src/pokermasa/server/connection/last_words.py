"""A connection that ends while its client is still sending: the answer must arrive all the same.

Closing a socket whose bytes have not all been read resets the connection, and the reset may
overtake the answer. So the room says that it is done, throws away what still comes, and closes
when the client does. Whoever holds the connection sets an end to that.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11


class LastWords:
    """A transport that closes itself so; in all else the one it was made of."""

    def __init__(self, transport: asyncio.Transport, http: h11.Connection) -> None:
        self.transport = transport
        self._http = http
        self.is_too_much = False
        """More came in one piece than is read, or something that cannot be read."""
        self.is_over = False
        """Everything has been said; what comes is not looked at any more."""

    @property
    def is_more_coming(self) -> bool:
        return self.is_too_much or self._http.their_state in (h11.SEND_BODY, h11.ERROR)

    def close(self) -> None:
        if self.is_closing():
            return
        if not self.is_more_coming:
            self.transport.close()
            return
        self.is_over = True
        try:
            if self.transport.can_write_eof():  # TLS cannot
                self.transport.write_eof()
            self.transport.resume_reading()
        except OSError:  # the client is gone
            self.transport.abort()

    def is_closing(self) -> bool:
        return self.is_over or self.transport.is_closing()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.transport, name)
