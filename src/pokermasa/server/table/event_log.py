"""The last event batches of a masa, so that a client that was disconnected can get the ones that it
missed."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import orjson

from pokermasa.server.protocol.event import AnyEvent
from pokermasa.server.protocol.message import Events, TournamentEvents

REMEMBERED = 200
"""Number of event batches that are kept for clients that reconnect."""


class LoggedEvents(NamedTuple):
    """One batch of events as JSON text: once for the public, and once for each account that may
    know more.

    Private texts are stored by account and not by side, because a player who sits down there later
    has not seen those cards.
    """

    seq: int
    public: bytes
    private: Mapping[int, bytes]

    def to(self, account: int | None) -> bytes:
        """Return the text that the account may see."""
        return self.public if account is None else self.private.get(account, self.public)


class EventLog:
    """A numbered log that keeps the last `REMEMBERED` batches."""

    def __init__(self) -> None:
        self.seq = 0
        self._recent: deque[LoggedEvents] = deque(maxlen=REMEMBERED)

    @property
    def next_seq(self) -> int:
        """The number of the next batch."""
        return self.seq + 1

    def add(
        self,
        message: Events | TournamentEvents,
        private: Mapping[int, list[AnyEvent]] = MappingProxyType({}),
    ) -> None:
        """Stores *message*, which has the number `next_seq`. *private* maps an account to the
        events that it gets instead of those in the message."""
        assert message["seq"] == self.next_seq
        self.seq += 1
        others = {
            account: write({**message, "events": events}) for account, events in private.items()
        }
        self._recent.append(LoggedEvents(self.seq, write(message), others))

    def forget(self) -> None:
        """Deletes all batches. Clients that reconnect get the whole state instead."""
        self._recent.clear()

    def since(self, seq: int) -> list[LoggedEvents] | None:
        """Return all batches after number *seq*, or None if they are no longer in the log or *seq*
        is too high."""
        missed = self.seq - seq
        if not 0 <= missed <= len(self._recent):
            return None
        if missed == 1:
            return [self._recent[-1]]
        return [self._recent[place] for place in range(-missed, 0)]


def write(message: Mapping[str, object]) -> bytes:
    """Return the message as compact JSON."""
    return orjson.dumps(message)
