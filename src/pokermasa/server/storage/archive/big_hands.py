"""The biggest recent pots at public tables, for the lobby."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Float, cast, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from pokermasa.server.clock import DAY_MS
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import HOUSE

RECENT = 2_000
"""Number of newest hands of the room that are searched."""
MOST = 5


class BigHand(NamedTuple):
    """A hand with a big pot. Amounts are in chips."""

    id: str
    table: str
    host: bool
    ended: int
    pot: int
    big: int
    board: str
    showdown: bool
    winner: str | None
    """Name of the player who won most of the pot; None if the account is private or deleted."""
    won: int


async def big_hands(engine: AsyncEngine, now: int) -> list[BigHand]:
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
    wanted = (
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
            hand.ended > now - DAY_MS,
            masa.key.is_(None),
            masa.tournament.is_(None),
            player.big > 0,
            player.net > 0,
            player.hand.in_(people),
        )
        .order_by(size.desc(), player.hand.desc(), player.net.desc(), player.account)
        .limit(MOST * 10)
    )
    found: dict[int, BigHand] = {}
    async with engine.connect() as connection:
        for row in await connection.execute(wanted):
            found.setdefault(row.id, _big_hand(row))
    return list(found.values())[:MOST]


def _big_hand(row: Any) -> BigHand:
    is_known = not row.private and row.deleted is None
    return BigHand(
        row.public,
        row.table,
        row.host is not None,
        row.ended,
        row.pot,
        row.big,
        row.board,
        row.showdown,
        row.name if is_known else None,
        row.net,
    )
