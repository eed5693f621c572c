"""Sends numbered batches of events to viewers, and missed batches to clients that reconnect."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pokermasa.server.protocol.message import AnyMessage
from pokermasa.server.table.audience import Audience
from pokermasa.server.table.event_log import EventLog, LoggedEvents
from pokermasa.server.table.viewer import Viewer

AT_ONCE = 20
"""Number of viewers that are served before other tasks may run."""


class EventFeed:
    """The numbered event batches of one table or tournament. *view* builds the message with the
    whole state for a viewer. It is sent to viewers whose missed batches are no longer in the
    log."""

    def __init__(self, id: str, audience: Audience, view: Callable[[Viewer], AnyMessage]) -> None:
        self._id = id
        self._audience = audience
        self._view = view
        self.log = EventLog()
        self._task: asyncio.Task[None] | None = None

    @property
    def seq(self) -> int:
        """Number of the last batch."""
        return self.log.seq

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def welcome(self, viewer: Viewer, seq: int | None, oldest: int = 0) -> bool:
        """Adds the viewer to the audience and sends it all batches after number *seq*. Returns
        False if these are no longer in the log, or if *seq* is before *oldest*; the viewer is then
        sent the whole state."""
        if seq is not None:
            # A viewer that is already here and asks again gets the rest anyway.
            seq = max(seq, self._audience.viewers.get(viewer, seq))
        missed = None if seq is None or seq < oldest else self.log.since(seq)
        self._audience.enter(viewer, self.seq)
        return self._send(viewer, missed)

    def catch_up(self, viewer: Viewer) -> None:
        """Sends the viewer all batches that it has not been sent yet."""
        last_seq, seq = self._audience.viewers.get(viewer), self.log.seq
        if last_seq is not None and last_seq != seq:
            self._audience.viewers[viewer] = seq
            self._send(viewer, self.log.since(last_seq))

    def _send(self, viewer: Viewer, missed: list[LoggedEvents] | None) -> bool:
        if missed is None:
            viewer.outbox.tell(self._view(viewer))
            return False
        for event in missed:
            viewer.outbox.put(event.to(viewer.account_id))
        return True

    def tell_all(self) -> None:
        """Sends the last batches to all viewers: immediately if there are at most `AT_ONCE`,
        otherwise in a task of its own."""
        if len(self._audience.viewers) <= AT_ONCE:
            for viewer in [
                v for v, last_seq in self._audience.viewers.items() if last_seq < self.log.seq
            ]:
                self.catch_up(viewer)
        elif self._task is None or self._task.done():
            self._task = asyncio.create_task(self._tell_all(), name=f"audience {self._id}")

    async def _tell_all(self) -> None:
        """Serves viewers in groups of `AT_ONCE`, so that a large audience does not delay the next
        act."""
        seq = -1
        while seq != self.seq:
            seq = self.seq
            behind = [
                viewer for viewer, last_seq in self._audience.viewers.items() if last_seq < seq
            ]
            for number, viewer in enumerate(behind, 1):
                self.catch_up(viewer)
                if number % AT_ONCE == 0:
                    await asyncio.sleep(0)
