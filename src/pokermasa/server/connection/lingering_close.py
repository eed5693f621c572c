"""Closes a connection whose client is still sending, without losing the answer.

Closing a socket with unread bytes resets the connection, and the reset may overtake the answer. So
the room closes its sending side, discards what still arrives, and closes when the client does. The
owner of the connection sets a time limit for that.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11


class LingeringClose:
    """A wrapper of a transport that replaces only its way of closing."""

    def __init__(self, transport: asyncio.Transport, http: h11.Connection) -> None:
        self.transport = transport
        self._http = http
        self.is_too_much = False
        """Whether a read was too long or the request cannot be read."""
        self.is_over = False
        """Whether the answer is complete. Data that arrives afterwards is discarded."""

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
            if self.transport.can_write_eof():  # TLS connections cannot close one direction.
                self.transport.write_eof()
            self.transport.resume_reading()
        except OSError:  # the client is gone
            self.transport.abort()

    def is_closing(self) -> bool:
        return self.is_over or self.transport.is_closing()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.transport, name)
