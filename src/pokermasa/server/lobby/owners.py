"""Finds the process that owns a table or tournament, as its lease in the database says."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, func, literal, or_, select

from pokermasa.server.storage import schema as store
from pokermasa.server.storage.database import dialect
from pokermasa.server.storage.database.storage import Storage

REMEMBERED = 10_000
"""Maximum number of owners in the cache. The cache is cleared when it is full."""


class Owner(NamedTuple):
    """The process that owns a table or tournament."""

    process: str
    is_running: bool
    """Whether the lease has not expired."""


class Owners:
    """A cache of owners. *alive* contains the running processes; entries of other processes are not
    used."""

    def __init__(self, storage: Storage, alive: Collection[str]) -> None:
        self._storage = storage
        self._alive = alive
        self._known: dict[str, str] = {}

    async def find(self, id: str) -> Owner | None:
        """Return the owner of a table or tournament, or None if it does not exist or is closed."""
        known = self._known.get(id)
        if known in self._alive:
            return Owner(known or "", True)
        found = await self._storage.read(_owner, id, self._storage.now())
        if found is not None and found.is_running:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[id] = found.process
        return found

    def forget(self, id: str) -> None:
        """Removes the id from the cache, because the owner has changed."""
        self._known.pop(id, None)


def _owner(connection: Connection, id: str, now: int) -> Owner | None:
    masa, tournament, lease = store.masa.c, store.tournament.c, store.lease.c
    of_tournament = select(masa.tournament).where(masa.id == id).scalar_subquery()
    leased = func.coalesce(of_tournament, literal(id))
    is_open = or_(
        select(masa.id).where(masa.id == lease.masa, masa.closed.is_(None)).exists(),
        select(tournament.id)
        .where(tournament.id == lease.masa, tournament.ended.is_(None))
        .exists(),
    )
    found = connection.execute(
        select(lease.owner, lease.expires, dialect.now(connection, now).label("now")).where(
            lease.masa == leased, is_open
        )
    ).first()
    return None if found is None else Owner(found.owner, found.expires > found.now)
