"""Tables and tournaments at which an account has played, for filtering its hands."""

from __future__ import annotations

from sqlalchemy import func, select
from typing_extensions import TypedDict

from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.database.storage import Storage

HANDS = 100_000
"""Number of newest hands of the account that are searched."""
MOST = 200
"""Maximum number of places returned, those played at most recently first."""


class PlayedAtData(TypedDict):
    """A table, or all tables of a tournament together."""

    masa: str | None
    tournament: str | None
    name: str
    host: str | None
    """Null if the room itself opened it or the host's account is deleted."""
    hands: int
    """Number of your hands there."""


async def played_at(storage: Storage, account: Account) -> list[PlayedAtData]:
    """Return the places at which the account played, the most recent first. Reads the list index
    only."""
    player = store.hand_player.c
    newest = (
        select(player.hand, player.masa, player.tournament)
        .where(player.account == account.id)
        .order_by(player.hand.desc())
        .limit(HANDS)
        .subquery()
    )
    place = func.coalesce(newest.c.tournament, newest.c.masa)
    counted = (
        select(
            newest.c.tournament,
            func.max(newest.c.masa).label("masa"),
            func.count().label("hands"),
            func.max(newest.c.hand).label("last"),
        )
        .group_by(newest.c.tournament, place)
        .order_by(func.max(newest.c.hand).desc())
        .limit(MOST)
        .subquery()
    )
    masa, tournament, who = store.masa.c, store.tournament.c, store.account.c
    named = (
        select(
            counted.c.masa,
            counted.c.tournament,
            func.coalesce(tournament.name, masa.name).label("name"),
            who.name.label("host"),
            counted.c.hands,
        )
        .join(store.masa, masa.id == counted.c.masa)
        .outerjoin(store.tournament, tournament.id == counted.c.tournament)
        .outerjoin(
            store.account,
            (who.id == func.coalesce(tournament.host, masa.host)) & who.deleted.is_(None),
        )
        .order_by(counted.c.last.desc())
    )
    rows = await storage.rows(named)
    return [
        {
            "masa": None if row.tournament else row.masa,
            "tournament": row.tournament,
            "name": row.name,
            "host": row.host,
            "hands": row.hands,
        }
        for row in rows
    ]
