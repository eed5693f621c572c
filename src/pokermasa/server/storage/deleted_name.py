"""Names of accounts that were deleted: nobody may take one for a while, so that nobody is taken for
who had it; that of somebody banned never. Kept as digests, since the names are to be gone.
"""

from __future__ import annotations

import hashlib
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from pokermasa.server.storage import schema as store
from pokermasa.server.storage.look_alike import look

DAYS = 90
DAY = 24 * 3600 * 1000
_row = store.deleted_name.c


def digest(name: str) -> str:
    """The same for names that look alike."""
    return hashlib.sha256(look(name).encode()).hexdigest()


def keep(connection: Connection, name: str, account: int, banned: bool, now: int) -> None:
    here = _row.digest == digest(name)
    connection.execute(delete(store.deleted_name).where(here))
    until = None if banned else now + DAYS * DAY
    connection.execute(
        insert(store.deleted_name).values(digest=digest(name), account=account, until=until)
    )


def forget(connection: Connection, now: int) -> None:
    """Deletes the names that are free again."""
    connection.execute(delete(store.deleted_name).where(_row.until <= now))


def find(connection: Connection, name: str, now: int) -> Any:
    """The row of a name that is not free, or None."""
    here = (_row.digest == digest(name)) & (_row.until.is_(None) | (_row.until > now))
    return connection.execute(select(store.deleted_name).where(here)).first()


def set_banned(connection: Connection, account: int, banned: bool, now: int) -> None:
    """Every name that this account had."""
    until = None if banned else now + DAYS * DAY
    here = _row.account == account
    connection.execute(update(store.deleted_name).where(here).values(until=until))
