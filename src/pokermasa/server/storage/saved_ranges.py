"""Hand ranges that an account has saved under a name. Only the owner can see them."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.database.storage import Storage

RANGES_AN_ACCOUNT = 100
"""Number of ranges that one account may save. One more is refused with `TOO_MANY_RANGES`."""


class SavedRange(NamedTuple):
    """A saved range with its owner's name for it."""

    id: int
    name: str
    changed: int
    value: Any
    """Text, size and grid of the range, as returned by `ranges` in server/study/work.py."""


async def list_for(storage: Storage, account: Account) -> list[SavedRange]:
    """Return the ranges of the account, sorted by name."""
    saved = store.saved_range.c
    query = (
        select(saved.id, saved.name, saved.changed, saved.value)
        .where(saved.account == account.id)
        .order_by(saved.name, saved.id)
    )
    rows = await storage.rows(query)
    return [SavedRange(row.id, row.name, row.changed, json.loads(row.value)) for row in rows]


async def save(
    storage: Storage, account: Account, name: str, value: object, id: int | None = None
) -> SavedRange:
    """Save a new range, or replace name and value of the range with this *id*. Raises
    `Refused` if there are too many ranges, if the name is taken, or if the id is not one of
    the account's."""
    saved = store.saved_range.c
    mine = saved.account == account.id
    row = {"name": name, "value": json.dumps(value), "changed": storage.now()}

    def store_range(connection: Connection) -> int:
        count = connection.execute(select(func.count()).where(mine)).scalar() or 0
        if id is None and count >= RANGES_AN_ACCOUNT:
            raise Refused(RoomRefusal.TOO_MANY_RANGES, f"at most {RANGES_AN_ACCOUNT}")
        try:
            if id is None:
                made: int = connection.execute(
                    insert(store.saved_range)
                    .values(account=account.id, **row)
                    .returning(store.saved_range.c.id)
                ).scalar_one()
                return made
            is_it = mine & (saved.id == id)
            changed = connection.execute(update(store.saved_range).where(is_it).values(row))
        except IntegrityError:
            raise Refused(RoomRefusal.NAME_TAKEN) from None
        if changed.rowcount != 1:
            raise Refused(RoomRefusal.NOT_FOUND)
        return id

    return SavedRange(await storage.write(store_range), name, storage.now(), value)


async def remove(storage: Storage, account: Account, id: int) -> None:
    saved = store.saved_range.c
    is_it = (saved.account == account.id) & (saved.id == id)
    if await storage.execute(delete(store.saved_range).where(is_it)) != 1:
        raise Refused(RoomRefusal.NOT_FOUND)
