"""What a masa has told so far, so that a client which was away can be told the rest."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

REMEMBERED = 200
"""Batches of events kept for clients that come back."""


class LoggedEvents(NamedTuple):
    """One batch, written once for everybody and once for each account that may know more.

    It is kept by account, not by side: whoever sits there later has not seen those cards.
    """

    seq: int
    public: str
    private: Mapping[int, str]

    def to(self, account: int | None) -> str:
        return self.public if account is None else self.private.get(account, self.public)


class EventLog:
    def __init__(self) -> None:
        self.seq = 0
        self._told: deque[LoggedEvents] = deque(maxlen=REMEMBERED)

    def add(
        self,
        message: Mapping[str, Any],
        private: Mapping[int, list[dict[str, Any]]] = MappingProxyType({}),
    ) -> None:
        """Number *message* and keep it. *private* are the events that an account is told instead of
        those in the message."""
        self.seq += 1
        numbered = {**message, "seq": self.seq}
        others = {
            account: write(numbered | {"events": events}) for account, events in private.items()
        }
        self._told.append(LoggedEvents(self.seq, write(numbered), others))

    def forget(self) -> None:
        """Who comes back is told how everything stands instead."""
        self._told.clear()

    def since(self, seq: int) -> list[LoggedEvents] | None:
        """Everything after *seq*; None when that is not known any more, or never was."""
        missed = self.seq - seq
        if not 0 <= missed <= len(self._told):
            return None
        return [self._told[place] for place in range(-missed, 0)]


def write(message: dict[str, Any]) -> str:
    return json.dumps(message, separators=(",", ":"))
