"""Tells everybody who watches a tournament what happens in it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from pokermasa.server.table.audience import Audience
from pokermasa.server.table.event_log import REMEMBERED, write
from pokermasa.server.table.viewer import Viewer

AT_ONCE = 50
"""Viewers told before anybody else's turn comes."""
Message = dict[str, Any]


class TournamentBroadcast:
    def __init__(self, id: str, epoch: str) -> None:
        self._id = id
        self.epoch = epoch
        self.audience = Audience()
        self.seq = 0
        self._told: deque[str] = deque(maxlen=REMEMBERED)
        self._task: asyncio.Task[None] | None = None

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
        if len(self.audience.viewers) <= AT_ONCE:
            for viewer in self.audience.viewers:
                self.catch_up(viewer)
        elif self._task is None or self._task.done():
            self._task = asyncio.create_task(self._tell_all(), name=f"audience {self._id}")

    def catch_up(self, viewer: Viewer) -> None:
        """Whatever the viewer has not heard yet."""
        heard = self.audience.viewers.get(viewer, self.seq)
        if heard == self.seq:
            return
        self.audience.viewers[viewer] = self.seq
        for text in list(self._told)[heard - self.seq :]:
            viewer.outbox.put(text)

    def forget(self) -> None:
        """What was told before says a name that is gone: who comes back is told how everything
        stands instead."""
        for viewer in list(self.audience.viewers):
            self.catch_up(viewer)
        self._told.clear()

    async def _tell_all(self) -> None:
        """A few at a time: however many watch, nobody's act waits for them."""
        seq = -1
        while seq != self.seq:
            seq = self.seq
            behind = [viewer for viewer, heard in self.audience.viewers.items() if heard < seq]
            for number, viewer in enumerate(behind, 1):
                self.catch_up(viewer)
                if number % AT_ONCE == 0:
                    await asyncio.sleep(0)

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def welcome(self, viewer: Viewer, epoch: str, seq: int, view: Callable[[], Message]) -> None:
        """What it missed since *seq*, or how everything stands."""
        # Who looks on already, and asks again, has the rest on its way.
        seq = max(seq, self.audience.viewers.get(viewer, seq))
        missed = self.seq - seq if epoch == self.epoch else -1
        self.audience.enter(viewer, self.seq)
        if 0 <= missed <= len(self._told):
            for text in list(self._told)[len(self._told) - missed :]:
                viewer.outbox.put(text)
        else:
            viewer.outbox.tell(view())
