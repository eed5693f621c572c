"""Reads uploaded hands for their owner, and for readers of a link to them."""

from __future__ import annotations

import asyncio
from typing import Any

from sqlalchemy import Select, func, select, tuple_

from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.archive.archived_hand import ArchivedHand
from pokermasa.server.storage.archive.hand_archive import EVERY, PAGE, hand_line
from pokermasa.server.storage.archive.hand_data import HandLine
from pokermasa.server.storage.archive.hand_filter import HandFilter
from pokermasa.server.storage.archive.uploaded_hand import UploadedHand, uploaded_hand
from pokermasa.server.storage.database.storage import Storage

READING, DONE, FAILED, DELETING = "reading", "done", "failed", "deleting"
"""States of an upload."""
StoredHand = ArchivedHand | UploadedHand
Place = tuple[int, int]
"""Position in a list of hands: the time at which the hand was played, and its row id."""


class UploadArchive:
    """The archive of uploaded hands in the database."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def list_for(
        self, account: Account, before: str | None = None, wanted: HandFilter = EVERY
    ) -> list[HandLine]:
        """Return a page like `HandArchive.list_for`, sorted by the time at which the hands were
        played."""
        hand = store.uploaded_hand.c
        place: Place | None = None
        if before is not None:
            mine = (hand.public == before) & (hand.account == account.id)
            row = await self._storage.first(select(hand.ended, hand.id).where(mine))
            if row is None:
                return []
            place = row.ended, row.id
        return [
            hand_line(row, upload=row.upload, scale=row.scale, currency=row.currency)
            for row in await self._storage.rows(_whole(account, wanted, place))
        ]

    async def page(
        self, account: Account, wanted: HandFilter, before: Place | None = None
    ) -> tuple[list[UploadedHand], Place | None]:
        """Return a page like `HandArchive.page`."""
        rows = await self._storage.rows(_whole(account, wanted, before))
        last = (rows[-1].ended, rows[-1].id) if rows else None
        return await asyncio.to_thread(lambda: [uploaded_hand(row) for row in rows]), last

    async def find(self, id: str, account: Account) -> UploadedHand | None:
        """Return a hand by its public id, or None if it does not belong to this account."""
        hand = store.uploaded_hand.c
        query = select(store.uploaded_hand).where(hand.public == id, hand.account == account.id)
        row = await self._storage.first(query)
        return None if row is None else await asyncio.to_thread(uploaded_hand, row)

    async def shared(self, id: str) -> UploadedHand | None:
        """Return the hand behind a link, without names, or None."""
        hand, share = store.uploaded_hand.c, store.share.c
        query = (
            select(store.uploaded_hand)
            .join(store.share, share.uploaded == hand.id)
            .where(share.id == id)
        )
        row = await self._storage.first(query)
        if row is None:
            return None
        return await asyncio.to_thread(lambda: uploaded_hand(row).shared(id))

    async def after(self, account: Account, number: int) -> list[tuple[int, UploadedHand]]:
        """Return the account's next hands after the row id *number*, in the order of storing."""
        hand = store.uploaded_hand.c
        query = (
            select(store.uploaded_hand)
            .where(hand.account == account.id, hand.id > number)
            .order_by(hand.id)
            .limit(PAGE)
        )
        rows = await self._storage.rows(query)
        return await asyncio.to_thread(lambda: [(row.id, uploaded_hand(row)) for row in rows])

    async def count_after(self, account: Account, number: int) -> int:
        hand = store.uploaded_hand.c
        query = select(func.count()).where(hand.account == account.id, hand.id > number)
        return await self._storage.scalar(query) or 0


def _whole(account: Account, query: HandFilter, before: Place | None) -> Select[Any]:
    """Return a query for one page of hands. They are chosen by the list index only."""
    hand = store.uploaded_hand.c
    chosen = select(hand.id).where(
        hand.account == account.id, *query.conditions(store.uploaded_hand)
    )
    if before is not None:
        chosen = chosen.where(tuple_(hand.ended, hand.id) < tuple_(*before))
    order = hand.ended.desc(), hand.id.desc()
    page = chosen.order_by(*order).limit(PAGE)
    return select(store.uploaded_hand).where(hand.id.in_(page)).order_by(*order)
