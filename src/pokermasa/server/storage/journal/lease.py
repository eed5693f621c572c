"""A lease: the right of one process to write for one masa.

Every write for a masa checks the lease's fencing number in its own transaction, so a process that
lost a masa, however late it notices, can never write for it again. Leases of several machines go by
the database's clock: *now* is for a database that is a file.

Repeated by server/storage/database/journal_statement.py, for PostgreSQL, and by
server/storage/database/sqlite_journal.py, for SQLite.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from sqlalchemy import Connection, func, insert, select, update

from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.database import dialect


class Lease(NamedTuple):
    masa: str
    owner: str
    fence: int


def take(
    connection: Connection,
    masa: str,
    owner: str,
    now: int,
    duration: int,
    is_dead: Callable[[str], bool] = lambda owner: False,
) -> Lease:
    """Refused while another process holds the masa, unless that process is known to be dead."""
    clock = dialect.now(connection, now)
    found = connection.execute(
        select(store.lease, clock.label("now"))
        .where(store.lease.c.masa == masa)
        .with_for_update(of=store.lease)
    ).first()
    if found is None:
        connection.execute(
            insert(store.lease).values(masa=masa, owner=owner, fence=1, expires=clock + duration)
        )
        return Lease(masa, owner, 1)
    runs = is_running(found.expires, found.now, duration)
    if found.owner != owner and runs and not is_dead(found.owner):
        raise Refused(RoomRefusal.LOST_LEASE)
    fence = int(found.fence) + 1
    taken = connection.execute(
        update(store.lease)
        .where(store.lease.c.masa == masa, store.lease.c.fence == found.fence)
        .values(owner=owner, fence=fence, expires=clock + duration)
    )
    if taken.rowcount != 1:
        raise Refused(RoomRefusal.LOST_LEASE)
    return Lease(masa, owner, fence)


def is_running(expires: int, now: int, duration: int) -> bool:
    """A clock that was set back must not make a lease last for ever."""
    return now < expires <= now + duration


def is_room_open(connection: Connection, now: int) -> bool:
    """A process runs, or was killed a moment ago: its leases have not run out."""
    held = store.lease.c.expires > dialect.now(connection, now)
    return bool(connection.execute(select(func.count()).where(held)).scalar())


def holders(connection: Connection, now: int) -> dict[str, int]:
    """The processes whose leases have not run out, each with the moment at which its last one
    does."""
    held = store.lease.c
    found = connection.execute(
        select(held.owner, func.max(held.expires))
        .where(held.expires > dialect.now(connection, now))
        .group_by(held.owner)
    )
    return {row.owner: row[1] for row in found}


def lost(connection: Connection, leases: Collection[Lease], now: int, duration: int) -> set[Lease]:
    """Those that are held no longer; the others are renewed where they have run half their time."""
    held, clock = store.lease.c, dialect.now(connection, now)
    # Locked until the commit, so that what is true here is true of what is written with it; in one
    # order, so that no two wait for each other.
    found = connection.execute(
        select(held.masa, held.owner, held.fence, held.expires, clock.label("now"))
        .where(held.masa.in_([lease.masa for lease in leases]))
        .order_by(held.masa)
        .with_for_update(of=store.lease)
    ).all()
    left = {Lease(row.masa, row.owner, row.fence): row.expires - row.now for row in found}
    gone, tired = judge(leases, left, duration)
    if tired:
        connection.execute(
            update(store.lease).where(held.masa.in_(tired)).values(expires=clock + duration)
        )
    return gone


def judge(
    leases: Collection[Lease], left: Mapping[Lease, int], duration: int
) -> tuple[set[Lease], list[str]]:
    """Of those that somebody thinks to have, with how long each that is held has *left*: those that
    are lost, and the masas whose lease has run half its time."""
    tired = [lease.masa for lease in leases if lease in left and left[lease] < duration // 2]
    return {lease for lease in leases if lease not in left}, tired


def verify(connection: Connection, lease: Lease, now: int, duration: int) -> None:
    if lost(connection, [lease], now, duration):
        raise Refused(RoomRefusal.LOST_LEASE)


def give_back(connection: Connection, leases: Collection[Lease]) -> None:
    held = store.lease.c
    for masa, owner, fence in leases:
        connection.execute(
            update(store.lease)
            .where(held.masa == masa, held.owner == owner, held.fence == fence)
            .values(expires=0)
        )
