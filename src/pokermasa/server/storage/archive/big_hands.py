"""The biggest recent pots at public tables, for the lobby."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Float, cast, func, select
from typing_extensions import TypedDict

from pokermasa.server.clock import DAY_MS
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import HOUSE
from pokermasa.server.storage.archive.hand_archive import cards_of
from pokermasa.server.storage.database.storage import Storage

RECENT = 2_000
"""Number of newest hands of the room that are searched."""
MOST = 5


class BigHandData(TypedDict):
    """One of the biggest recent pots. Amounts are in chips."""

    id: str
    """Id of the hand; its page is `/hand/ID`."""
    table: str
    host: bool
    """Whether a player opened the table and chose its name."""
    ended: int
    pot: int
    big: int
    board: list[str]
    showdown: bool
    """Whether the hand went to a showdown."""
    winner: str | None
    """Name of the winner; null if the account is private or deleted."""
    won: int


async def big_hands(storage: Storage) -> list[BigHandData]:
    """Return the `MOST` biggest pots of the last 24 hours, in big blinds, the biggest first. Hands
    in which only house bots played are left out."""
    hand, player, masa, who = (
        t.c for t in (store.hand, store.hand_player, store.masa, store.account)
    )
    last = select(func.max(hand.id)).scalar_subquery()
    people = (
        select(player.hand)
        .join(store.account, who.id == player.account)
        .where(player.hand > last - RECENT, who.kind != HOUSE)
    )
    size = cast(player.pot, Float) / player.big
    query = (
        select(
            *(hand.id, hand.public, hand.ended, hand.board, masa.name.label("table"), masa.host),
            *(player.pot, player.big, player.net, player.showdown),
            *(who.name, who.private, who.deleted),
        )
        .join(store.hand, hand.id == player.hand)
        .join(store.masa, masa.id == hand.masa)
        .join(store.account, who.id == player.account)
        .where(
            player.hand > last - RECENT,
            hand.ended > storage.now() - DAY_MS,
            masa.key.is_(None),
            masa.tournament.is_(None),
            player.big > 0,
            player.net > 0,
            player.hand.in_(people),
        )
        .order_by(size.desc(), player.hand.desc(), player.net.desc(), player.account)
        .limit(MOST * 10)
    )
    found: dict[int, BigHandData] = {}
    for row in await storage.rows(query):
        found.setdefault(row.id, _big_hand(row))
    return list(found.values())[:MOST]


def _big_hand(row: Any) -> BigHandData:
    is_known = not row.private and row.deleted is None
    return {
        "id": row.public,
        "table": row.table,
        "host": row.host is not None,
        "ended": row.ended,
        "pot": row.pot,
        "big": row.big,
        "board": cards_of(row.board),
        "showdown": row.showdown,
        "winner": row.name if is_known else None,
        "won": row.net,
    }
