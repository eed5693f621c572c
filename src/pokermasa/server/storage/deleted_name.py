"""Former names of deleted or renamed accounts. No other account may take one for 90 days, so that
it is not mistaken for the former owner. The names of banned accounts are never free again. Names
are stored as digests, because the names of deleted accounts must be erased."""

from __future__ import annotations

import hashlib
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from pokermasa.server.clock import DAY_MS
from pokermasa.server.look_alike import look
from pokermasa.server.storage import schema as store

DAYS = 90
_row = store.deleted_name.c


def digest(name: str) -> str:
    """Return the digest of a name. Names that look alike have the same digest."""
    return hashlib.sha256(look(name).encode()).hexdigest()


def keep(connection: Connection, name: str, account: int, banned: bool, now: int) -> None:
    here = _row.digest == digest(name)
    connection.execute(delete(store.deleted_name).where(here))
    until = None if banned else now + DAYS * DAY_MS
    connection.execute(
        insert(store.deleted_name).values(digest=digest(name), account=account, until=until)
    )


def forget(connection: Connection, now: int) -> None:
    """Delete the names that have become free again."""
    connection.execute(delete(store.deleted_name).where(_row.until <= now))


def keep_renamed(connection: Connection, account: int, new: str, now: int) -> None:
    """Store the current name of *account* as a former name. Must be called before the account is
    renamed to *new*."""
    who = store.account.c
    row = connection.execute(select(who.name, who.banned).where(who.id == account)).first()
    if row is not None and digest(row.name) != digest(new):
        keep(connection, row.name, account, row.banned is not None, now)


def find(connection: Connection, name: str, now: int) -> Any:
    """Return the row of a name that is not free, or None."""
    return connection.execute(select(store.deleted_name).where(_here(name, now))).first()


def find_deleted(connection: Connection, name: str, now: int) -> int | None:
    """Return the deleted account that had this name, or None."""
    who = store.account.c
    query = select(who.id).join(store.deleted_name, _row.account == who.id)
    found = connection.execute(query.where(_here(name, now), who.deleted.is_not(None))).scalar()
    return None if found is None else int(found)


def _here(name: str, now: int) -> ColumnElement[bool]:
    return (_row.digest == digest(name)) & (_row.until.is_(None) | (_row.until > now))


def set_banned(connection: Connection, account: int, banned: bool, now: int) -> None:
    """Set when the former names of this account become free again: never while it is banned."""
    until = None if banned else now + DAYS * DAY_MS
    here = _row.account == account
    connection.execute(update(store.deleted_name).where(here).values(until=until))
