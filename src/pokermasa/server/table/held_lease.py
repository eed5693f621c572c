"""How sure a process is that a table or tournament is still its own.

Whatever is written checks the lease; what is only told rests on this. A process that stood still
(stopped, swapped out, on a laptop that slept) asks the database before it tells anybody anything.
"""

from __future__ import annotations

from pokermasa.server.clock import Clock
from pokermasa.server.storage.database.writer import Writer
from pokermasa.server.storage.journal import lease
from pokermasa.server.storage.journal.lease import Lease


class HeldLease:
    def __init__(self, held: Lease, writer: Writer, clock: Clock, duration: int) -> None:
        self._held = held
        self._writer = writer
        self._clock = clock
        self._duration = duration
        self._seen_at = clock.steady()

    @property
    def is_certain(self) -> bool:
        """Seen not longer ago than half a lease. A lease of which less is left is renewed when it
        is seen, so it cannot have run out since."""
        return self._clock.steady() - self._seen_at <= self._duration / 2000

    def note_seen(self, at: float) -> None:
        """The database has been asked since then."""
        self._seen_at = at

    async def verify(self) -> None:
        at, now = self._clock.steady(), self._clock.now()
        await self._writer.write(lambda c: lease.verify(c, self._held, now, self._duration))
        self.note_seen(at)
