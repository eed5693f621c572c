"""Players of finished hands whose names are hidden, because they chose privacy or their accounts
are deleted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from sqlalchemy import select

from pokermasa.masa import Side
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import deleted_at
from pokermasa.server.storage.database.storage import Storage

Hidden = Mapping[int, bool]
"""Hidden players of one hand: stack index, and whether the account is deleted."""


async def hidden_players(storage: Storage, hands: Iterable[int]) -> Mapping[int, Hidden]:
    """Return the hidden players by row id of the hand. Hands without hidden players are left
    out."""
    who, player = store.account.c, store.hand_player.c
    rows = await storage.rows(
        select(player.hand, player.stack, who.deleted)
        .join(store.account, who.id == player.account)
        .where(player.hand.in_(list(hands)), who.private | who.deleted.is_not(None))
    )
    found: defaultdict[int, dict[int, bool]] = defaultdict(dict)
    for row in rows:
        found[row.hand][row.stack] = row.deleted is not None
    return found


def names_told(
    names: Mapping[str, str], sides: Iterable[Side], hidden: Hidden, has_played: bool
) -> dict[Side, str]:
    """Return the names of a hand's players as the viewer may see them. A viewer who played in the
    hand sees the names of private players; nobody sees the name of a deleted account."""
    shown_names = {}
    for stack, side in enumerate(sides):
        is_deleted = hidden.get(stack)
        shown_names[side] = names[str(side)]
        if is_deleted:
            shown_names[side] = deleted_at(side)
        elif is_deleted is not None and not has_played:
            shown_names[side] = f"(private {side})"
    return shown_names
