"""A lease: the right of one process to write for one masa or tournament.

Every write checks the fencing number of the lease in its own transaction. A process that has lost
a lease can therefore never write for it again, however late it notices. If several machines share
a database server, leases expire by the server's clock; the parameter *now* is used only for a
database file.

Twins: server/storage/database/journal_statement.py (PostgreSQL) and
server/storage/database/sqlite_journal.py (SQLite).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Select,
    Update,
    bindparam,
    func,
    insert,
    select,
    update,
)

from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.database import dialect


class Lease(NamedTuple):
    """A lease that this process believes to hold. `masa` is the id of a masa or tournament,
    `fence` the fencing number."""

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
    """Take the lease. Raises `Refused` with `LOST_LEASE` while another process holds it, unless
    that process is known to be dead."""
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
    """Whether a lease is valid. An expiry time too far in the future is not accepted, because a
    clock that was set back must not make a lease last for ever."""
    return now < expires <= now + duration


def is_room_open(connection: Connection, now: int) -> bool:
    """Whether any lease is valid. This is also true for a moment after the room was killed."""
    is_held = store.lease.c.expires > dialect.now(connection, now)
    return bool(connection.execute(select(func.count()).where(is_held)).scalar())


def holders(connection: Connection, now: int) -> dict[str, int]:
    """Return the processes with valid leases, each with the time at which its last lease
    expires."""
    columns = store.lease.c
    found = connection.execute(
        select(columns.owner, func.max(columns.expires))
        .where(columns.expires > dialect.now(connection, now))
        .group_by(columns.owner)
    )
    return {row.owner: row[1] for row in found}


def lost(connection: Connection, leases: Collection[Lease], now: int, duration: int) -> set[Lease]:
    """Return the leases that are no longer held. The others are renewed once half of their
    duration has passed."""
    statements = _ON_SERVER if dialect.is_server(connection) else _IN_FILE
    masas = [lease.masa for lease in leases]
    found = connection.execute(statements.find, {"own_time": now, "masas": masas})
    left = {Lease(masa, owner, fence): left for masa, owner, fence, left in found}
    gone, tired = judge(leases, left, duration)
    if tired:
        values = {"own_time": now, "masas": tired, "duration": duration}
        connection.execute(statements.renew, values)
    return gone


class _Statements(NamedTuple):
    """The statements of `lost`. They are built once, because every hand uses them."""

    find: Select[Any]
    renew: Update

    @classmethod
    def by(cls, clock: ColumnElement[int]) -> _Statements:
        columns = store.lease.c
        here = columns.masa.in_(bindparam("masas", expanding=True))
        # The rows stay locked until the commit, so that the result is valid for the whole
        # transaction. They are locked in a fixed order to avoid deadlocks.
        find = (
            select(columns.masa, columns.owner, columns.fence, columns.expires - clock)
            .where(here)
            .order_by(columns.masa)
            .with_for_update(of=store.lease)
        )
        expires = clock + bindparam("duration", type_=BigInteger)
        return cls(find, update(store.lease).where(here).values(expires=expires))


_ON_SERVER = _Statements.by(dialect.server_now())
_IN_FILE = _Statements.by(bindparam("own_time", type_=BigInteger))


def judge(
    leases: Collection[Lease], left: Mapping[Lease, int], duration: int
) -> tuple[set[Lease], list[str]]:
    """Return the leases that are lost, and the masas whose lease must be renewed because less than
    half of its duration is left. *left* contains the remaining time of each lease that is held."""
    tired = [lease.masa for lease in leases if lease in left and left[lease] < duration // 2]
    return {lease for lease in leases if lease not in left}, tired


def verify(connection: Connection, lease: Lease, now: int, duration: int) -> None:
    if lost(connection, [lease], now, duration):
        raise Refused(RoomRefusal.LOST_LEASE)


def give_back(connection: Connection, leases: Collection[Lease]) -> None:
    columns = store.lease.c
    for masa, owner, fence in leases:
        connection.execute(
            update(store.lease)
            .where(columns.masa == masa, columns.owner == owner, columns.fence == fence)
            .values(expires=0)
        )
