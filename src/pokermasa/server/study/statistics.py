"""What somebody's hands in the room add up to: counted on when asked for, and kept.

Each hand is counted as its player saw it, so an all-in against a hand that was not shown counts as
its real result. So many new hands are counted at a time; the answer says how many are left.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Hashable
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from pokermasa.histories.history import History
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.hand_archive import ArchivedHand, HandArchive, hand_history
from pokermasa.server.storage.writer import Writer
from pokermasa.server.study import work
from pokermasa.server.study.pool import WorkerPool

AT_ONCE = 1_000
"""Hands counted for one request: about a second of a worker."""


class Counted(NamedTuple):
    value: dict[str, Any]
    """As `work.counted` makes it."""
    pending: int
    """Hands that are not counted yet: asked again, more of them will be."""


class Statistics:
    def __init__(
        self, engine: AsyncEngine, writer: Writer, hands: HandArchive, pool: WorkerPool
    ) -> None:
        self._engine = engine
        self._writer = writer
        self._hands = hands
        self._pool = pool

    async def of(self, who: Hashable, account: Account) -> Counted:
        """*who* asks; *account* is whose hands they are."""
        value, last = await self._kept(account)
        left = AT_ONCE
        while left > 0:
            found = await self._hands.after(account, last)
            if not found:
                break
            told = await asyncio.to_thread(_told, found)
            value = await self._pool.ask(who, work.counted, value, told)
            before, last = last, found[-1][0]
            if not await self._keep(account, value, before, last):
                value, last = await self._kept(account)  # somebody else was quicker
            left -= len(found)
        player = store.hand_player.c
        waiting = select(func.count()).where(player.account == account.id, player.hand > last)
        async with self._engine.connect() as connection:
            pending = (await connection.execute(waiting)).scalar() or 0
        return Counted(value, pending)

    async def _kept(self, account: Account) -> tuple[dict[str, Any], int]:
        kept = store.statistics.c
        wanted = select(kept.value, kept.hand).where(kept.account == account.id)
        async with self._engine.connect() as connection:
            row = (await connection.execute(wanted)).first()
        return (work.nothing_counted(), 0) if row is None else (json.loads(row.value), row.hand)

    async def _keep(self, account: Account, value: dict[str, Any], before: int, last: int) -> bool:
        """Unless others have counted on from *before* already."""
        kept = store.statistics.c
        text = json.dumps(value, separators=(",", ":"))

        def write(connection: Connection) -> bool:
            found = connection.execute(select(kept.hand).where(kept.account == account.id)).scalar()
            if (found or 0) != before:
                return False
            connection.execute(delete(store.statistics).where(kept.account == account.id))
            row = {"account": account.id, "hand": last, "value": text}
            connection.execute(insert(store.statistics).values(row))
            return True

        return await self._writer.write(write)


def _told(
    found: list[tuple[int, ArchivedHand, int]],
) -> list[tuple[History, int | None, bool, int]]:
    """What a worker is given of each hand."""
    return [
        (hand_history(kept), kept.viewer, kept.tournament is not None, people)
        for _, kept, people in found
    ]
