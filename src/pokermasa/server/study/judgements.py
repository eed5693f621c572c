"""Stored judgements of the decisions of accounts in their own hands, one for each hand."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, delete, insert, select

from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.archive import judgement_text
from pokermasa.server.storage.archive.upload_archive import StoredHand
from pokermasa.server.storage.archive.uploaded_hand import UploadedHand
from pokermasa.server.storage.database.storage import Storage
from pokermasa.server.storage.schema import ROOM, UPLOADS


class JudgedHand(NamedTuple):
    """A hand with a stored judgement, and the mistakes in it."""

    id: str
    """Public id of the hand."""
    ended: int
    lost: float
    """Expected big blinds lost by mistakes and blunders."""
    mistakes: list[dict[str, Any]]
    """As in `pokermasa.study.data.MistakeData`."""


class Judgements:
    """Reads and writes the stored judgements."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def find(self, account: int, hand: StoredHand, question: str) -> bytes | None:
        """Return the judgement of the account's decisions as JSON, or None if there is none, or if
        it answered another *question*, for example one with other cards."""
        judged = store.judgement.c
        wanted = select(judged.value).where(
            judged.account == account,
            judged.source == _source(hand),
            judged.hand.in_(_row_of(account, hand)),
            judged.question == question,
        )
        value = await self._storage.scalar(wanted)
        return None if value is None else judgement_text.unpack(value)

    async def keep(self, account: int, hand: StoredHand, question: str, data: bytes) -> None:
        """Store a judgement in place of an older one. Does nothing if the hand or the account is
        gone."""
        judgement = json.loads(data)
        row = {
            "account": account,
            "source": _source(hand),
            "ended": hand.ended,
            "question": question,
            "lost": judgement["lost"] / judgement["big_blind"],
            "mistakes": json.dumps(judgement["mistakes"], separators=(",", ":")),
            "value": judgement_text.pack(data),
        }
        judged, who = store.judgement.c, store.account.c
        here = select(who.id).where(who.id == account, who.deleted.is_(None))

        def write(connection: Connection) -> None:
            number = connection.execute(_row_of(account, hand)).scalar()
            if number is None or connection.execute(here).first() is None:
                return
            is_it = (judged.account == account) & (judged.source == row["source"])
            connection.execute(delete(store.judgement).where(is_it, judged.hand == number))
            connection.execute(insert(store.judgement).values(row | {"hand": number}))

        await self._storage.write(write)

    async def of_account(self, account: Account, source: str) -> list[JudgedHand]:
        """Return the judged hands of an account, the oldest first."""
        judged = store.judgement.c
        hand = store.hand if source == ROOM else store.uploaded_hand
        wanted = (
            select(hand.c.public, judged.ended, judged.lost, judged.mistakes)
            .join(store.judgement, judged.hand == hand.c.id)
            .where(judged.account == account.id, judged.source == source)
            .order_by(judged.ended, judged.hand)
        )
        return [
            JudgedHand(row.public, row.ended, row.lost, json.loads(row.mistakes))
            for row in await self._storage.rows(wanted)
        ]


def _source(hand: StoredHand) -> str:
    return UPLOADS if isinstance(hand, UploadedHand) else ROOM


def _row_of(account: int, hand: StoredHand) -> Select[Any]:
    """Return a query for the row id of a hand."""
    if not isinstance(hand, UploadedHand):
        return select(store.hand.c.id).where(store.hand.c.public == hand.id)
    uploaded = store.uploaded_hand.c
    return select(uploaded.id).where(uploaded.public == hand.id, uploaded.account == account)
