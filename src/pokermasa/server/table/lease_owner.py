"""The common base of tables and tournaments. A process owns each of them by a lease, and one task
runs all its requests one after another."""

from __future__ import annotations

import logging
from typing import Any

from pokermasa.masa import MasaError
from pokermasa.notation import uci
from pokermasa.rules import IllegalAct
from pokermasa.server.clock import Clock
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage.database.writer import Writer
from pokermasa.server.storage.journal import journal
from pokermasa.server.storage.journal.lease import Lease
from pokermasa.server.table.held_lease import HeldLease
from pokermasa.server.table.inbox import Inbox, OnError, Request

log = logging.getLogger(__name__)


class LeaseOwner:
    """The base of a table and of a tournament that this process owns."""

    expected: tuple[type[Exception], ...] = (
        *(Refused, MasaError, IllegalAct, uci.UciError, journal.AlreadyDone),
    )
    """Errors of requests that are not logged as faults."""
    is_lost = False
    """Whether another process owns it now."""

    def __init__(
        self, title: str, lease: Lease, writer: Writer, settings: Settings, clock: Clock
    ) -> None:
        """*title* is its name in the log."""
        self._title = title
        self.lease = lease
        self._writer, self._clock = writer, clock
        self._inbox = Inbox(self._note_error)
        self.held = HeldLease(lease, writer, clock, settings.lease_ms)

    async def ask(self, request: Request, refused: OnError | None = None) -> Any:
        """Runs *request* in the owner's task, after all earlier requests. *refused* is called with
        the exception that the request raises, before the next request starts."""
        if self.is_lost:
            raise Refused(RoomRefusal.LOST_LEASE)
        try:
            self._writer.verify_ready()
        except Refused as error:
            if refused is not None:
                refused(error)
            raise
        return await self._inbox.ask(request, refused)

    async def show(self, request: Request) -> None:
        """Runs *request* like `ask`, for requests that only send the state. The lease is checked
        separately, because nothing is written."""
        if not self.held.is_certain:
            await self.ask(self.held.verify)
        await self.ask(request)

    async def verify_storage(self) -> None:
        """Raises `Refused` with `STORAGE` if the room cannot store changes at present."""
        await self._writer.verify_storage()

    def lose(self) -> None:
        """Ends all work, because another process is the owner now."""
        self.is_lost = True
        self._inbox.refuse(RoomRefusal.LOST_LEASE)

    def _note_error(self, error: Exception) -> None:
        if not isinstance(error, self.expected):
            log.error("a fault in %s", self._title, exc_info=error)
        if isinstance(error, Refused) and error.code is RoomRefusal.LOST_LEASE:
            log.warning("%s was taken by another process", self._title)
            self.lose()
