"""No help during play."""

from __future__ import annotations

from pokermasa.server.lobby.lobby import Lobby
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import Account


async def verify_not_in_hand(lobby: Lobby, account: Account | None) -> None:
    """Whoever holds cards in a hand with other people is refused."""
    if account is None:
        return
    if any(table.is_in_hand_with_people(account.id) for table in lobby.seats_of(account)):
        raise Refused(RoomRefusal.IN_HAND)
    elsewhere = await lobby.others.places(account.id)
    if any(place["is_in_hand"] for place in elsewhere):
        raise Refused(RoomRefusal.IN_HAND)
