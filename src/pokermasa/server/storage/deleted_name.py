"""Names that accounts had until they were deleted or renamed. Nobody else may take one for 90 days,
so that nobody is mistaken for the account that had it; the name of a banned account is never free
again. Names are stored as digests, since the names of deleted accounts are to be gone.
"""

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
    """The same for names that look alike."""
    return hashlib.sha256(look(name).encode()).hexdigest()


def keep(connection: Connection, name: str, account: int, banned: bool, now: int) -> None:
    here = _row.digest == digest(name)
    connection.execute(delete(store.deleted_name).where(here))
    until = None if banned else now + DAYS * DAY_MS
    connection.execute(
        insert(store.deleted_name).values(digest=digest(name), account=account, until=until)
    )


def forget(connection: Connection, now: int) -> None:
    """Deletes the names that are free again."""
    connection.execute(delete(store.deleted_name).where(_row.until <= now))


def keep_renamed(connection: Connection, account: int, new: str, now: int) -> None:
    """Called before *account* is renamed to *new*: its name of until now is kept."""
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
    wanted = select(who.id).join(store.deleted_name, _row.account == who.id)
    found = connection.execute(wanted.where(_here(name, now), who.deleted.is_not(None))).scalar()
    return None if found is None else int(found)


def _here(name: str, now: int) -> ColumnElement[bool]:
    return (_row.digest == digest(name)) & (_row.until.is_(None) | (_row.until > now))


def set_banned(connection: Connection, account: int, banned: bool, now: int) -> None:
    """Every name that this account had."""
    until = None if banned else now + DAYS * DAY_MS
    here = _row.account == account
    connection.execute(update(store.deleted_name).where(here).values(until=until))
