"""Periodic tasks of a process: renew leases, take over tables without an owner, close empty tables,
send heartbeats."""

from __future__ import annotations

import contextlib
import logging
from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete

from pokermasa.server.background_tasks import BackgroundTasks
from pokermasa.server.refusal import Refused
from pokermasa.server.storage import deleted_name, one_time_code
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.journal import lease, visit

if TYPE_CHECKING:
    from pokermasa.server.lobby.lobby import Lobby

HEARTBEAT = 20.0
"""Seconds without any message after which a client is sent a heartbeat at the latest."""
EMPTY_MS = 86_400_000
"""Milliseconds after which an unused table is closed or an unused tournament is cancelled. This
applies to a host's table, and to an extra house table, while nobody sits at it or watches it; and
to a host's tournament without a date while nobody has entered or watches it."""
PING = b'{"type":"ping"}'
"""The heartbeat message."""
SESSIONS = 1000
"""Number of maintenance rounds between two deletions of expired sessions and old visits."""

log = logging.getLogger(__name__)


class Maintenance:
    """The two background tasks of a process: maintenance rounds and heartbeats."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._empty_since: dict[str, float] = {}
        self._tasks = BackgroundTasks()

    def start(self) -> None:
        self._tasks.start(self._keep(), "maintenance")
        self._tasks.start(self._beat(), "heartbeat")

    async def stop(self) -> None:
        await self._tasks.stop()

    async def _keep(self) -> None:
        """Runs one maintenance round after another."""
        rounds = 0
        while True:
            # Often enough to renew the leases of tables where nobody plays.
            await self._lobby.clock.sleep(self._lobby.handover.time_to_look())
            rounds += 1
            try:
                await self._lobby.stored_clock.note()
                await self._renew()
                await self._lobby.adopt()
                await self._lobby.tournaments.take_orders()
                await self._lobby.handover.balance()
                await self._close_empty()
                await self._lobby.cut_ended()
                if rounds % SESSIONS == 1:
                    await self._forget_old()
            except Refused:
                continue  # for example a full disk: the next round tries again
            except Exception as error:
                log.error("a fault in maintenance", exc_info=error)

    async def _renew(self) -> None:
        """Renews the leases of this process, and stops everything that another process has taken
        over."""
        tables, settings = self._lobby.tables, self._lobby.settings
        for table in list(tables.values()):
            if table.is_lost:
                await self._lobby.let_go(table)
        tournaments = self._lobby.tournaments
        for director in list(tournaments.directors.values()):
            if director.is_lost:
                await tournaments.let_go(director)
        leases = [table.lease for table in tables.values()] + tournaments.leases
        if not leases:
            return
        now, at = self._lobby.clock.now(), self._lobby.clock.steady()
        lost = await self._lobby.storage.write(lease.lost, leases, now, settings.lease_ms)
        seen = {*leases} - lost
        owned = [(one.lease, one.held) for one in tables.values()]
        owned += [(one.lease, one.held) for one in tournaments.directors.values()]
        for leased, known in owned:
            if leased in seen:
                known.note_seen(at)
        for gone in lost:
            one = tables.get(gone.masa) or tournaments.directors.get(gone.masa)
            if one is not None and not one.is_lost:
                log.warning("%s was taken by another process", gone.masa)
                one.lose()

    async def _close_empty(self) -> None:
        """Closes tables and cancels tournaments that have been unused for `EMPTY_MS`."""
        spare = self._lobby.spare_tables()
        for table in list(self._lobby.tables.values()):
            is_kept = table.state.host is None and table not in spare
            if self._is_empty_for_long(
                table.id, not (table.audience.viewers or table.state.people or is_kept)
            ):
                with contextlib.suppress(Refused):  # a player has just sat down
                    await self._lobby.close(table, if_empty=True)
        for director in list(self._lobby.tournaments.directors.values()):
            if self._is_empty_for_long(director.id, director.is_deserted):
                with contextlib.suppress(Refused):
                    await director.cancel_if_deserted()

    def _is_empty_for_long(self, id: str, is_empty: bool) -> bool:
        """Return whether the table or tournament has been unused for `EMPTY_MS`."""
        now, limit = self._lobby.clock.steady(), EMPTY_MS / 1000
        if not is_empty:
            self._empty_since.pop(id, None)
            return False
        if now - self._empty_since.setdefault(id, now) < limit:
            return False
        self._empty_since.pop(id)
        return True

    async def _forget_old(self) -> None:
        """Deletes expired sessions and codes, deleted account names whose block has ended, and old
        visits."""
        if not await self._lobby.stored_clock.note():
            return
        now = self._lobby.clock.now()

        def delete_old_rows(connection: Connection) -> None:
            connection.execute(delete(store.session).where(store.session.c.expires < now))
            one_time_code.forget(connection, now)
            deleted_name.forget(connection, now)
            visit.forget(connection, now)

        await self._lobby.writer.write(delete_old_rows)

    async def _beat(self) -> None:
        """Sends a heartbeat to every client that has not been sent anything since the last
        check."""
        while True:
            await self._lobby.clock.sleep(HEARTBEAT / 2)
            for viewer in self._lobby.viewers:
                if viewer.outbox.is_idle:
                    viewer.outbox.put(PING)
                viewer.outbox.is_idle = True
