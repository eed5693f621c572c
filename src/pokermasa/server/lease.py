"""A lease: the right of one process to write for one masa.

Every write for a masa renews the lease in the same transaction and checks its fencing number, so a
process that lost a masa, however late it notices, can never write for it again.
"""

from __future__ import annotations

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from pokermasa.server import store
from pokermasa.server.refusal import Refused, RoomRefusal


async def take(connection: AsyncConnection, masa: str, owner: str, now: int, duration: int) -> int:
    """The fencing number; refused while another process holds the masa."""
    found = (
        await connection.execute(select(store.lease).where(store.lease.c.masa == masa))
    ).first()
    if found is None:
        await connection.execute(
            insert(store.lease).values(masa=masa, owner=owner, fence=1, expires=now + duration)
        )
        return 1
    if found.owner != owner and found.expires > now:
        raise Refused(RoomRefusal.LOST_LEASE)
    fence = int(found.fence) + 1
    taken = await connection.execute(
        update(store.lease)
        .where(store.lease.c.masa == masa, store.lease.c.fence == found.fence)
        .values(owner=owner, fence=fence, expires=now + duration)
    )
    if taken.rowcount != 1:
        raise Refused(RoomRefusal.LOST_LEASE)
    return fence


async def renew(
    connection: AsyncConnection, masa: str, owner: str, fence: int, expires: int
) -> None:
    renewed = await connection.execute(
        update(store.lease)
        .where(
            store.lease.c.masa == masa,
            store.lease.c.owner == owner,
            store.lease.c.fence == fence,
        )
        .values(expires=expires)
    )
    if renewed.rowcount != 1:
        raise Refused(RoomRefusal.LOST_LEASE)


async def give_back(connection: AsyncConnection, masa: str, owner: str, fence: int) -> None:
    await connection.execute(
        update(store.lease)
        .where(
            store.lease.c.masa == masa,
            store.lease.c.owner == owner,
            store.lease.c.fence == fence,
        )
        .values(expires=0)
    )
