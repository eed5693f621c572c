"""Which process has which tables: taken up when nobody has them, and handed over to another process
when it has fewer, or when this one goes away."""

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
"""Tables handed over in one round of maintenance because another process has fewer."""
LOOK = 0.02
"""Seconds between two looks for hands that have ended, while the process goes away."""

LATEST = 10.0
"""Seconds after `drain_ms`, when nothing can be handed over at all."""

log = logging.getLogger(__name__)


class Handover:
    def __init__(self, lobby: Lobby, process: Process) -> None:
        self._lobby = lobby
        self._process = process
        self._peers = lobby.peers
        self.is_draining = False
        self._runs_out: float | None = None

    # Taking up

    def time_to_look(self) -> float:
        """Seconds until leases of others are looked at again: three times while one lasts, and
        when the first of them runs out, if it is not renewed before."""
        usual = self._lobby.settings.lease_ms / 3000
        left, self._runs_out = self._runs_out, None
        return usual if left is None else min(usual, max(left, usual / 10))

    async def free(self, open: Select[tuple[str]], have: int) -> list[str]:
        """Of the ids that *open* selects, those that no living process has: as many as are this
        one's share, if it has so many already. What nobody else takes is taken in the next
        rounds."""
        if self.is_draining:
            return []
        now, settings = self._lobby.clock.now(), self._lobby.settings

        def found(connection: Connection) -> tuple[list[str], int, set[str], list[int]]:
            wanted, held = open.subquery(), store.lease.c
            clock = dialect.now(connection, now).label("now")
            rows = connection.execute(
                select(wanted.c.id, held.owner, held.expires, clock)
                .join_from(wanted, store.lease, held.masa == wanted.c.id, isouter=True)
                .order_by(wanted.c.id)
            ).all()
            owners = {row.owner for row in rows} - {None, self._process.owner}
            living = {owner for owner in owners if not self._process.is_dead(owner)}
            ids = [
                row.id
                for row in rows
                if row.owner not in living
                or not lease.is_running(row.expires, row.now, settings.lease_ms)
            ]
            # What is given back has run out at 0.
            late = {row.owner for row in rows if row.owner in owners and 0 < row.expires < row.now}
            left = [row.expires - row.now for row in rows if row.owner in living]
            return ids, len(rows), late, left

        async with self._lobby.engine.connect() as connection:
            ids, all, late, left = await connection.run_sync(found)
        for peer in list(self._peers.alive):  # whoever waits for its answer need not wait longer
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
        """The other processes that take tables, and how many each has."""
        return {
            peer: about["tables"]
            for peer, about in self._peers.alive.items()
            if isinstance(about.get("tables"), int)
            and not about.get("is_draining")
            and not self._process.is_dead(peer)  # it was killed, and is missed only after a lease
        }

    # Handing over

    async def balance(self) -> None:
        """Some tables where no hand is played, to who has fewer."""
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
        """Everything goes to other processes: tournaments at once, since they are never between two
        hands; tables after the hand that is played there, but not later than in `drain_ms`."""
        lobby = self._lobby
        self.is_draining = True
        self._peers.say_here()
        until = lobby.clock.steady() + lobby.settings.drain_ms / 1000
        while (lobby.tables or lobby.tournaments.directors) and (targets := self.targets()):
            if lobby.clock.steady() >= until + LATEST:
                break  # the database is away
            peer = min(targets, key=lambda peer: targets[peer])
            for director in list(lobby.tournaments.directors.values()):
                await self._hand_over_tournament(director, peer)
            is_late = lobby.clock.steady() >= until
            for table in list(lobby.tables.values()):
                if is_late or table.state.masa.no_game:
                    await self._hand_over_table(table, peer, is_late)
                    break  # and to whom next?
            else:
                await lobby.clock.sleep(LOOK)
        log.info("drained: %d tables are left here", lobby.load)

    async def _hand_over_table(self, table: TableActor, peer: str, in_hand: bool = False) -> None:
        try:
            if not await table.retire(in_hand):
                return
        except Refused:
            return  # the database is away, or the table is lost: the next time
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
            await self._lobby.writer.write(lambda c: lease.give_back(c, [given]))
        except Refused:
            return  # it runs out by itself
        log.info("%s goes to process %s", given.masa, peer)
        self._peers.send(peer, {"do": "take", "id": given.masa})
        about = self._peers.alive.get(peer)
        if about is not None and "tables" in about:
            about["tables"] += 1
