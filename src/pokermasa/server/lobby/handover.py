"""Distributes tables among the processes of a room: it takes over tables that no process owns, and
hands tables to another process that has fewer, or when this process shuts down."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Select, select

from pokermasa.server.director.director import Director
from pokermasa.server.refusal import Refused
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.database import dialect
from pokermasa.server.storage.database.process import Process
from pokermasa.server.storage.journal import lease
from pokermasa.server.table.actor import TableActor

if TYPE_CHECKING:
    from pokermasa.server.lobby.lobby import Lobby

AT_ONCE = 50
"""Maximum number of tables handed over for load balancing in one round of maintenance."""
LOOK = 0.02
"""Seconds between two checks for finished hands while the process shuts down."""

LATEST = 10.0
"""Seconds after `drain_ms` at which the handover ends, even if nothing could be handed over."""

log = logging.getLogger(__name__)


class Handover:
    """The decision which tables and tournaments this process takes over and hands over."""

    def __init__(self, lobby: Lobby, process: Process) -> None:
        self._lobby = lobby
        self._process = process
        self._peers = lobby.peers
        self.is_draining = False
        self._runs_out: float | None = None

    # Taking over

    def time_to_look(self) -> float:
        """Return the seconds until the leases of other processes are checked again. There are three
        checks during one lease, and one at the moment when the first of them expires unless it is
        renewed."""
        usual = self._lobby.settings.lease_ms / 3000
        left, self._runs_out = self._runs_out, None
        return usual if left is None else min(usual, max(left, usual / 10))

    async def free(self, open: Select[tuple[str]], have: int) -> list[str]:
        """Return those of the ids selected by *open* that no running process owns. If other
        processes can take tables too, only as many are returned as this process, which has *have*,
        is short of its share, and at least one. The remaining ones are taken over in later rounds
        if no other process does so."""
        if self.is_draining:
            return []
        now, settings = self._lobby.clock.now(), self._lobby.settings

        def found(connection: Connection) -> tuple[list[str], int, set[str], list[int]]:
            open_rows, lease_columns = open.subquery(), store.lease.c
            clock = dialect.now(connection, now).label("now")
            rows = connection.execute(
                select(open_rows.c.id, lease_columns.owner, lease_columns.expires, clock)
                .join_from(
                    open_rows, store.lease, lease_columns.masa == open_rows.c.id, isouter=True
                )
                .order_by(open_rows.c.id)
            ).all()
            owners = {row.owner for row in rows} - {None, self._process.owner}
            living = {owner for owner in owners if not self._process.is_dead(owner)}
            ids = [
                row.id
                for row in rows
                if row.owner not in living
                or not lease.is_running(row.expires, row.now, settings.lease_ms)
            ]
            # A lease that was given back has an expiry time of 0.
            late = {row.owner for row in rows if row.owner in owners and 0 < row.expires < row.now}
            left = [row.expires - row.now for row in rows if row.owner in living]
            return ids, len(rows), late, left

        ids, all, late, left = await self._lobby.storage.read(found)
        for peer in list(self._peers.alive):  # requests that wait for its answer end now
            if self._process.is_dead(peer):
                self._peers.lose(peer)
            elif peer in late:
                self._peers.lose_if_silent(peer)
        soon = [time / 1000 for time in left if time > 0]
        if self._runs_out is not None:
            soon.append(self._runs_out)
        self._runs_out = min(soon, default=None)
        ids = [id for id in ids if not self._lobby.has(id)]
        share = -(-all // (1 + len(self.targets())))
        return ids[: max(1, share - have)] if self.targets() else ids

    def targets(self) -> dict[str, int]:
        """Return the number of tables of each other process that accepts tables."""
        return {
            peer: about["tables"]
            for peer, about in self._peers.alive.items()
            if isinstance(about.get("tables"), int)
            and not about.get("is_draining")
            # A killed process counts as alive until its lease ends.
            and not self._process.is_dead(peer)
        }

    # Handing over

    async def balance(self) -> None:
        """Hands tables without a hand in progress to the process with the fewest tables, until the
        difference is less than two. At most `AT_ONCE` tables are handed over."""
        tables = [table for table in self._lobby.tables.values() if not table.is_lost]
        quiet = [table for table in tables if table.state.masa.no_game]
        for table in quiet[:AT_ONCE]:
            targets = self.targets()
            if self.is_draining or not targets:
                return
            peer = min(targets, key=lambda peer: targets[peer])
            if self._lobby.load - targets[peer] < 2:
                return
            await self._hand_over_table(table, peer)

    async def drain(self) -> None:
        """Hands everything to other processes. Tournaments move at once, because at most times a
        hand is played at one of their tables. Cash tables move after their current hand, or at the
        latest after `drain_ms`."""
        lobby = self._lobby
        self.is_draining = True
        self._peers.say_here()
        until = lobby.clock.steady() + lobby.settings.drain_ms / 1000
        while (lobby.tables or lobby.tournaments.directors) and (targets := self.targets()):
            if lobby.clock.steady() >= until + LATEST:
                break  # the database is not available
            peer = min(targets, key=lambda peer: targets[peer])
            for director in list(lobby.tournaments.directors.values()):
                await self._hand_over_tournament(director, peer)
            is_late = lobby.clock.steady() >= until
            for table in list(lobby.tables.values()):
                if is_late or table.state.masa.no_game:
                    await self._hand_over_table(table, peer, is_late)
                    break  # choose the target again
            else:
                await lobby.clock.sleep(LOOK)
        log.info("drained: %d tables are left here", lobby.load)

    async def _hand_over_table(self, table: TableActor, peer: str, in_hand: bool = False) -> None:
        try:
            if not await table.retire(in_hand):
                return
        except Refused:
            return  # no database, or the table is lost: a later round tries again
        await self._lobby.let_go(table)
        await self._give(table.lease, peer)

    async def _hand_over_tournament(self, director: Director, peer: str) -> None:
        try:
            await director.retire()
        except Refused:
            return
        await self._lobby.tournaments.let_go(director)
        await self._give(director.lease, peer)

    async def _give(self, given: lease.Lease, peer: str) -> None:
        try:
            await self._lobby.storage.write(lease.give_back, [given])
        except Refused:
            return  # the lease expires by itself
        log.info("%s goes to process %s", given.masa, peer)
        self._peers.send(peer, {"do": "take", "id": given.masa})
        about = self._peers.alive.get(peer)
        if about is not None and "tables" in about:
            about["tables"] += 1
