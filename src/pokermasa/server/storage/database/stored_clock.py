"""The room's calendar as it is stored, so that a wrong clock deletes nothing, also after a restart.

The room notes the time every minute. When the time is suddenly more than a day later than the last
note, or earlier than it, either the clock of the machine is wrong or the room was closed; nobody
can tell which. So the days in between do not count for sessions, and nothing is deleted because of
its age until the room has gone on for a day. A clock that is wrong is usually put right in that
time.

Processes that share a database server go by its clock; those that share a file are on one machine.
"""

from __future__ import annotations

import logging
from typing import NamedTuple

from sqlalchemy import Connection, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from pokermasa.server.clock import DAY_MS, JUMP, Clock, in_words
from pokermasa.server.storage import room_setting
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.database import dialect
from pokermasa.server.storage.database.writer import Writer

SESSION_DAYS = 60
"""How long a browser stays logged in."""

log = logging.getLogger(__name__)


class Noted(NamedTuple):
    """What is stored: one row for the room."""

    seen: int
    """The latest time that was noted."""
    deletes_from: int
    """Nothing is deleted because of its age before this moment."""

    @classmethod
    def read(cls, connection: Connection) -> Noted | None:
        words = room_setting.get(connection, room_setting.CLOCK)
        return cls(*map(int, words.split())) if words else None

    def put(self, connection: Connection) -> None:
        words = f"{self.seen} {self.deletes_from}"
        room_setting.put(connection, room_setting.CLOCK, words, self.seen)


class StoredClock:
    def __init__(self, engine: AsyncEngine, writer: Writer, clock: Clock) -> None:
        self._engine = engine
        self._writer = writer
        self._clock = clock
        self._last: int | None = None
        """When this process noted the time, if it has."""

    async def note(self) -> bool:
        """Note the time. True if things may be deleted because of their age."""
        async with self._engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                there = await connection.scalar(select(dialect.server_now()))
                self._clock.follow(int(there or 0))
            noted = await connection.run_sync(Noted.read)
        now = self._clock.now()
        # Without a jump of its own clock this process is right, and another one may be wrong.
        is_mine = self._last is None or _is_jump(now - self._last)
        if noted is None:
            noted = Noted(now, 0)
            await self._writer.write(noted.put)
        elif _is_jump(now - noted.seen):
            if not is_mine:
                return False
            noted = await self._writer.write(lambda connection: _jumped(connection, now))
        elif now - noted.seen >= JUMP:
            noted = noted._replace(seen=now)
            await self._writer.write(noted.put)
        self._last = now
        return noted.deletes_from <= now


def _is_jump(gap: int) -> bool:
    return not -JUMP <= gap <= DAY_MS


def _jumped(connection: Connection, now: int) -> Noted:
    """Note a time that is far from the last note. Sessions last as much longer as the clock is
    ahead, and no session lasts longer than a new one."""
    noted = Noted.read(connection) or Noted(now, 0)
    gap = now - noted.seen
    if not _is_jump(gap):
        return noted  # another process has noted it
    ends = store.session.c.expires
    if gap > 0:
        later = update(store.session).where(ends > noted.seen).values(expires=ends + gap)
        connection.execute(later)
    most = now + SESSION_DAYS * DAY_MS
    connection.execute(update(store.session).where(ends > most).values(expires=most))
    words = "the calendar is %s away from the room's last look: nothing old is deleted for a day"
    log.warning(words, in_words(gap))
    after = Noted(now, now + DAY_MS)
    after.put(connection)
    return after
