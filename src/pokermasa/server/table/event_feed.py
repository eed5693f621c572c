"""Sends numbered batches of events to an audience, and what was missed to clients that return."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from pokermasa.server.table.audience import Audience
from pokermasa.server.table.event_log import EventLog, LoggedEvents
from pokermasa.server.table.viewer import Viewer

AT_ONCE = 20
"""Viewers that are told before other tasks run."""


class EventFeed:
    """*view* makes the message that says how everything stands for a viewer. It is sent to viewers
    whose last batch is no longer known."""

    def __init__(
        self, id: str, audience: Audience, view: Callable[[Viewer], dict[str, Any]]
    ) -> None:
        self._id = id
        self._audience = audience
        self._view = view
        self.log = EventLog()
        self._task: asyncio.Task[None] | None = None

    @property
    def seq(self) -> int:
        """The number of the last batch."""
        return self.log.seq

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def welcome(self, viewer: Viewer, seq: int | None, oldest: int = 0) -> bool:
        """Let the viewer in, and send what it missed since *seq*. False if that is not known any
        more, or is before *oldest*: then it is sent the view."""
        if seq is not None:
            # The rest is on its way to a viewer that is in already and asks again.
            seq = max(seq, self._audience.viewers.get(viewer, seq))
        missed = None if seq is None or seq < oldest else self.log.since(seq)
        self._audience.enter(viewer, self.seq)
        return self._send(viewer, missed)

    def catch_up(self, viewer: Viewer) -> None:
        """Send what the viewer has not been sent yet."""
        heard = self._audience.viewers.get(viewer)
        if heard is not None and heard != self.seq:
            self._audience.viewers[viewer] = self.seq
            self._send(viewer, self.log.since(heard))

    def _send(self, viewer: Viewer, missed: list[LoggedEvents] | None) -> bool:
        if missed is None:
            viewer.outbox.tell(self._view(viewer))
            return False
        for told in missed:
            viewer.outbox.put(told.to(viewer.account_id))
        return True

    def tell_all(self) -> None:
        """Send the last batches to all viewers: at once if they are few, else in turns."""
        if len(self._audience.viewers) <= AT_ONCE:
            for viewer in self._audience.viewers:
                self.catch_up(viewer)
        elif self._task is None or self._task.done():
            self._task = asyncio.create_task(self._tell_all(), name=f"audience {self._id}")

    async def _tell_all(self) -> None:
        """A few at a time, so that no act waits, however many viewers there are."""
        seq = -1
        while seq != self.seq:
            seq = self.seq
            behind = [viewer for viewer, heard in self._audience.viewers.items() if heard < seq]
            for number, viewer in enumerate(behind, 1):
                self.catch_up(viewer)
                if number % AT_ONCE == 0:
                    await asyncio.sleep(0)
