"""Hand ranges that an account has saved under a name. Only the owner can see them."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from pokermasa.server.clock import Clock
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.database.writer import Writer

RANGES_AN_ACCOUNT = 100
"""Number of ranges that one account may save. One more is refused with `TOO_MANY_RANGES`."""


class SavedRange(NamedTuple):
    """A saved range with its owner's name for it."""

    id: int
    name: str
    changed: int
    value: dict[str, Any]
    """Text, size and grid of the range, as returned by `ranges` in server/study/work.py."""


class SavedRanges:
    """Reads and writes saved ranges."""

    def __init__(self, engine: AsyncEngine, writer: Writer, clock: Clock) -> None:
        self._engine = engine
        self._writer = writer
        self._clock = clock

    async def list_for(self, account: Account) -> list[SavedRange]:
        """Return the ranges of the account, sorted by name."""
        saved = store.saved_range.c
        wanted = (
            select(saved.id, saved.name, saved.changed, saved.value)
            .where(saved.account == account.id)
            .order_by(saved.name, saved.id)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        return [SavedRange(row.id, row.name, row.changed, json.loads(row.value)) for row in rows]

    async def save(
        self, account: Account, name: str, value: dict[str, Any], id: int | None = None
    ) -> SavedRange:
        """Save a new range, or replace name and value of the range with this *id*. Raises
        `Refused` if there are too many ranges, if the name is taken, or if the id is not one of
        the account's."""
        saved = store.saved_range.c
        mine = saved.account == account.id
        row = {"name": name, "value": json.dumps(value), "changed": self._clock.now()}

        def store_range(connection: Connection) -> int:
            count = connection.execute(select(func.count()).where(mine)).scalar() or 0
            if id is None and count >= RANGES_AN_ACCOUNT:
                raise Refused(RoomRefusal.TOO_MANY_RANGES, f"at most {RANGES_AN_ACCOUNT}")
            try:
                if id is None:
                    made = connection.execute(
                        insert(store.saved_range).values(account=account.id, **row)
                    )
                    assert made.inserted_primary_key is not None
                    return int(made.inserted_primary_key[0])
                is_it = mine & (saved.id == id)
                changed = connection.execute(update(store.saved_range).where(is_it).values(row))
            except IntegrityError:
                raise Refused(RoomRefusal.NAME_TAKEN) from None
            if changed.rowcount != 1:
                raise Refused(RoomRefusal.NOT_FOUND)
            return id

        return SavedRange(await self._writer.write(store_range), name, self._clock.now(), value)

    async def delete(self, account: Account, id: int) -> None:
        saved = store.saved_range.c

        def delete_range(connection: Connection) -> None:
            is_it = (saved.account == account.id) & (saved.id == id)
            if connection.execute(delete(store.saved_range).where(is_it)).rowcount != 1:
                raise Refused(RoomRefusal.NOT_FOUND)

        await self._writer.write(delete_range)
