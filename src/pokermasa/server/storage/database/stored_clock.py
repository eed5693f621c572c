"""The latest time that the room has seen, stored so that a wrong system clock deletes nothing,
even after a restart.

The room stores the time every minute. If the time is suddenly earlier than the stored one, or more
than a day later, either the system clock is wrong or the room was closed; these cannot be told
apart. The gap is therefore added to the lifetime of sessions, and nothing is deleted because of
its age until the room has run for another day. A wrong clock is usually corrected in that time.

Processes that share a database server use its clock. Processes that share a file are on one
machine.
"""

from __future__ import annotations

import logging
from typing import NamedTuple

from sqlalchemy import Connection, select, update

from pokermasa.server.clock import DAY_MS, JUMP, in_words
from pokermasa.server.storage import room_setting
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.database import dialect
from pokermasa.server.storage.database.storage import Storage

SESSION_DAYS = 60
"""Lifetime of a browser session in days."""

log = logging.getLogger(__name__)


class StoredTime(NamedTuple):
    """The stored value: one row for the whole room."""

    seen: int
    """Latest time that was stored, in milliseconds since 1970."""
    deletes_from: int
    """Time in milliseconds since 1970 before which nothing is deleted because of its age."""

    @classmethod
    def read(cls, connection: Connection) -> StoredTime | None:
        stored = room_setting.get(connection, room_setting.CLOCK)
        return cls(*map(int, stored.split())) if stored else None

    def put(self, connection: Connection) -> None:
        text = f"{self.seen} {self.deletes_from}"
        room_setting.put(connection, room_setting.CLOCK, text, self.seen)


class StoredClock:
    """A stored time by which jumps of the system clock are detected."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._last: int | None = None
        """Time at which this process last stored the time, or None."""

    async def note(self) -> bool:
        """Store the current time. Returns whether data may be deleted because of its age."""
        async with self._storage.engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                there = await connection.scalar(select(dialect.server_now()))
                self._storage.clock.follow(int(there or 0))
            noted = await connection.run_sync(StoredTime.read)
        now = self._storage.now()
        # If this process's clock has not jumped, it is right and another one may be wrong.
        is_mine = self._last is None or _is_jump(now - self._last)
        if noted is None:
            noted = StoredTime(now, 0)
            await self._storage.write(noted.put)
        elif _is_jump(now - noted.seen):
            if not is_mine:
                return False
            noted = await self._storage.write(_jumped, now)
        elif now - noted.seen >= JUMP:
            noted = noted._replace(seen=now)
            await self._storage.write(noted.put)
        self._last = now
        return noted.deletes_from <= now


def _is_jump(gap: int) -> bool:
    return not -JUMP <= gap <= DAY_MS


def _jumped(connection: Connection, now: int) -> StoredTime:
    """Store a time that is far from the last one. Sessions are extended by the gap if the clock is
    ahead, and shortened to the lifetime of a new session at most."""
    noted = StoredTime.read(connection) or StoredTime(now, 0)
    gap = now - noted.seen
    if not _is_jump(gap):
        return noted  # another process has stored it already
    ends = store.session.c.expires
    if gap > 0:
        later = update(store.session).where(ends > noted.seen).values(expires=ends + gap)
        connection.execute(later)
    most = now + SESSION_DAYS * DAY_MS
    connection.execute(update(store.session).where(ends > most).values(expires=most))
    text = "the calendar is %s away from the room's last look: nothing old is deleted for a day"
    log.warning(text, in_words(gap))
    after = StoredTime(now, now + DAY_MS)
    after.put(connection)
    return after
