"""Tells everybody who watches a tournament what happens in it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from pokermasa.server.table.audience import Audience
from pokermasa.server.table.event_log import REMEMBERED, write
from pokermasa.server.table.viewer import Viewer

Message = dict[str, Any]


class TournamentBroadcast:
    def __init__(self, id: str, epoch: str) -> None:
        self._id = id
        self.epoch = epoch
        self.audience = Audience()
        self.seq = 0
        self._told: deque[str] = deque(maxlen=REMEMBERED)

    def tell(self, events: list[Message], figures: Callable[[], Message]) -> None:
        """Under one number, to everybody."""
        if not events:
            return
        self.seq += 1
        text = write(
            {
                "type": "tournament_events",
                "id": self._id,
                "seq": self.seq,
                "events": events,
                "figures": figures(),
            }
        )
        self._told.append(text)
        for viewer in self.audience.viewers:
            viewer.outbox.put(text)

    def welcome(self, viewer: Viewer, epoch: str, seq: int, view: Callable[[], Message]) -> None:
        """What it missed since *seq*, or how everything stands."""
        missed = self.seq - seq if epoch == self.epoch else -1
        self.audience.enter(viewer, self.seq)
        if 0 <= missed <= len(self._told):
            for text in list(self._told)[len(self._told) - missed :]:
                viewer.outbox.put(text)
        else:
            viewer.outbox.tell(view())
