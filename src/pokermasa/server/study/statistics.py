"""Statistics of an account, separately for hands of the room and uploaded hands. They are stored,
and new hands are added when somebody asks for them.

Each hand is counted as its player saw it, so an all-in against a hand that was not shown counts
with its real result. One request counts a limited number of hands; the reply says how many are
left.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Hashable
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select

from pokermasa.histories.history import History
from pokermasa.histories.tournament_hand import NUMBER
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.archive.hand_archive import PAGE, HandArchive
from pokermasa.server.storage.archive.upload_archive import UploadArchive
from pokermasa.server.storage.database.storage import Storage
from pokermasa.server.storage.schema import ROOM, UPLOADS
from pokermasa.server.study import work
from pokermasa.server.study.pool import WorkerPool

AT_ONCE = 1_000
"""Number of hands counted per request: about one second of work."""


class Counted(NamedTuple):
    """Statistics of an account, possibly without its latest hands."""

    value: dict[str, Any]
    """Statistics as returned by `work.counted`."""
    pending: int
    """Number of hands not counted yet. A repeated request counts more of them."""


CountedHand = tuple[History, int, bool, bool]
"""Input of a worker for one hand: history, stack index of the player, whether it was a tournament,
and whether it counts for public statistics."""


class Statistics:
    """Statistics of accounts, counted from their hands and stored."""

    def __init__(
        self,
        storage: Storage,
        hands: HandArchive,
        uploaded: UploadArchive,
        pool: WorkerPool,
    ) -> None:
        self._storage = storage
        self._hands = hands
        self._uploaded = uploaded
        self._pool = pool

    async def for_account(self, who: Hashable, account: Account, source: str = ROOM) -> Counted:
        """Return the statistics of *account*. *who* is the client that asks, for the queue of the
        workers."""
        value, last = await self._stored(account, source)
        left = AT_ONCE
        while left > 0:
            found, end = await self._after(account, source, last)
            if end == last:
                break
            value = await self._pool.ask(who, work.counted, value, found)
            before, last = last, end
            if not await self._keep(account, source, value, before, last):
                value, last = await self._stored(account, source)  # another request was faster
            left -= PAGE
        return Counted(value, await self._waiting(account, source, last))

    async def _after(
        self, account: Account, source: str, last: int
    ) -> tuple[list[CountedHand], int]:
        """Return the next hands, and the row id of the last one."""
        results: list[CountedHand]
        if source == ROOM:
            found = await self._hands.after(account, last)
            results = await asyncio.to_thread(
                lambda: [
                    (hand.history, hand.viewer or 0, hand.tournament is not None, is_public)
                    for _, hand, is_public in found
                ]
            )
            return results, found[-1][0] if found else last
        uploaded = await self._uploaded.after(account, last)
        results = [
            (hand.history, hand.viewer, NUMBER in hand.history.fields, False)
            for _, hand in uploaded
            if hand.viewer is not None
        ]
        return results, uploaded[-1][0] if uploaded else last

    async def _waiting(self, account: Account, source: str, last: int) -> int:
        if source == UPLOADS:
            return await self._uploaded.count_after(account, last)
        player = store.hand_player.c
        # As in `HandArchive.after`, hands with a game's own chips are not counted.
        elsewhere = select(store.masa.c.id).where(store.masa.c.own_chips)
        waiting = select(func.count()).where(
            player.account == account.id, player.hand > last, player.masa.not_in(elsewhere)
        )
        return await self._storage.scalar(waiting) or 0

    async def _stored(self, account: Account, source: str) -> tuple[dict[str, Any], int]:
        columns = store.statistics.c
        query = select(columns.value, columns.hand).where(_is(account, source))
        row = await self._storage.first(query)
        return (work.nothing_counted(), 0) if row is None else (json.loads(row.value), row.hand)

    async def _keep(
        self, account: Account, source: str, value: dict[str, Any], before: int, last: int
    ) -> bool:
        """Store the new statistics. Returns False if another request has counted on from *before*
        already, or if hands were deleted meanwhile."""
        columns = store.statistics.c
        text = json.dumps(value, separators=(",", ":"))
        is_it = _is(account, source)

        def write(connection: Connection) -> bool:
            found = connection.execute(select(columns.hand).where(is_it)).scalar()
            if (found or 0) != before:
                return False
            connection.execute(delete(store.statistics).where(is_it))
            row = {"account": account.id, "source": source, "hand": last, "value": text}
            connection.execute(insert(store.statistics).values(row))
            return True

        return await self._storage.write(write)


def _is(account: Account, source: str) -> ColumnElement[bool]:
    columns = store.statistics.c
    return (columns.account == account.id) & (columns.source == source)
