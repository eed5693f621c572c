"""Links to hands. A link shows the hand as its author may see it, until the author withdraws
it."""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, delete, func, insert, select
from typing_extensions import TypedDict

from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.database.storage import Storage

SHARES_AN_ACCOUNT = 1_000
"""Number of links to hands that one account may have. One more is refused with
`TOO_MANY_SHARES`."""


class ShareData(TypedDict):
    """A link to a hand."""

    id: str
    """Random id. Anybody who has it can see the hand at `/api/shares/ID`."""
    hand: str
    """Public id of the hand."""
    hide_names: bool
    made: int
    """Time in milliseconds since 1970."""


async def make(
    storage: Storage, account: Account, hand: str, hide_names: bool, is_uploaded: bool
) -> ShareData:
    """Make a link to *hand*, which the account must be allowed to see. A repeated call with the
    same options returns the existing link."""
    share = store.share.c
    columns = store.uploaded_hand.c if is_uploaded else store.hand.c
    place = share.uploaded if is_uploaded else share.hand
    id, now = secrets.token_hex(store.PUBLIC // 2), storage.now()
    made: ShareData = {"id": id, "hand": hand, "hide_names": hide_names, "made": now}

    def find_or_insert_share(connection: Connection) -> ShareData:
        number = connection.execute(select(columns.id).where(columns.public == hand)).scalar()
        if number is None:
            raise Refused(RoomRefusal.NOT_FOUND)
        mine = share.account == account.id
        alike = (place == number) & (share.hide_names == hide_names)
        found = connection.execute(select(share.id, share.made).where(mine, alike)).first()
        if found is not None:
            return {**made, "id": found.id, "made": found.made}
        count = connection.execute(select(func.count()).where(mine)).scalar() or 0
        if count >= SHARES_AN_ACCOUNT:
            raise Refused(RoomRefusal.TOO_MANY_SHARES, f"at most {SHARES_AN_ACCOUNT}")
        row = {"id": id, place.name: number, "hide_names": hide_names, "made": now}
        connection.execute(insert(store.share).values(account=account.id, **row))
        return made

    return await storage.write(find_or_insert_share)


async def list_for(storage: Storage, account: Account) -> list[ShareData]:
    """Return the links of the account, the newest first."""
    share, hand, uploaded = store.share.c, store.hand.c, store.uploaded_hand.c
    public = func.coalesce(hand.public, uploaded.public)
    query = (
        select(share.id, public, share.hide_names, share.made)
        .outerjoin(store.hand, hand.id == share.hand)
        .outerjoin(store.uploaded_hand, uploaded.id == share.uploaded)
        .where(share.account == account.id)
        .order_by(share.made.desc(), share.id)
    )
    return [
        {"id": id, "hand": hand_id, "hide_names": hide_names, "made": made}
        for id, hand_id, hide_names, made in await storage.rows(query)
    ]


async def withdraw(storage: Storage, account: Account, id: str) -> None:
    share = store.share.c
    is_own = (share.id == id) & (share.account == account.id)
    if await storage.execute(delete(store.share).where(is_own)) != 1:
        raise Refused(RoomRefusal.NOT_FOUND)
