"""Checks whether this process still holds the lease of a table or tournament.

Every write verifies the lease in its transaction. Messages that are sent without a write rely on
this class. A process that was suspended (stopped, swapped out, on a sleeping laptop) has to ask the
database before it sends anything.
"""

from __future__ import annotations

from pokermasa.server.clock import Clock
from pokermasa.server.storage.database.writer import Writer
from pokermasa.server.storage.journal import lease
from pokermasa.server.storage.journal.lease import Lease


class HeldLease:
    """The lease of one table or tournament, and when the database last confirmed it."""

    def __init__(self, lease: Lease, writer: Writer, clock: Clock, duration: int) -> None:
        self._held = lease
        self._writer = writer
        self._clock = clock
        self._duration = duration
        self._seen_at = clock.steady()

    @property
    def is_certain(self) -> bool:
        """Whether the lease was confirmed no longer ago than half its duration. A confirmation
        renews a lease of which less than half is left, so the lease cannot have expired since
        then."""
        return self._clock.steady() - self._seen_at <= self._duration / 2000

    def note_seen(self, at: float) -> None:
        """Notes that the database has confirmed the lease at or after *at*, by the monotonic
        clock."""
        self._seen_at = at

    async def verify(self) -> None:
        """Confirms the lease in the database. Raises `Refused` with `LOST_LEASE` if another process
        has it."""
        at, now = self._clock.steady(), self._clock.now()
        await self._writer.write(lambda c: lease.verify(c, self._held, now, self._duration))
        self.note_seen(at)
