"""What the host of a masa may do: let people in, send them away, pause, change the blinds."""

from __future__ import annotations

from pokermasa.masa import MasaError, MasaRefusal
from pokermasa.rules import Blinds
from pokermasa.rules.refusal import BadHand
from pokermasa.server.account import Account
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.room import Room


def verify_host(room: Room, account: Account | None) -> None:
    if room.host is None or account is None or account.id != room.host.id:
        raise Refused(RoomRefusal.NOT_ALLOWED, "only the host may")


async def approve(room: Room, other: Account, value: bool) -> None:
    room.queue.asking.pop(other.id, None)
    door = room.door
    if value:
        door = door.but(approved=door.approved | {other.id}, banned=door.banned - {other.id})
    else:
        door = door.but(approved=door.approved - {other.id})
    await room.change_door(door)


async def kick(room: Room, other: Account) -> None:
    """A hand in progress is folded in turn; the chips go home with their owner."""
    if room.host is not None and other.id == room.host.id:
        raise Refused(RoomRefusal.NOT_ALLOWED, "the host stays")
    door = room.door
    room.queue.leave(other.id)
    room.queue.asking.pop(other.id, None)
    await room.change_door(
        door.but(approved=door.approved - {other.id}, banned=door.banned | {other.id})
    )
    side = room.side_of(other)
    if side is not None:
        await room.do(lambda masa: masa.leave(side), who=other)
    else:
        room.send_away(other.id)


async def pause(room: Room, value: bool) -> None:
    await room.change_door(room.door.but(paused=value))


async def silence(room: Room, other: Account, value: bool) -> None:
    silenced = room.door.silenced
    silenced = silenced | {other.id} if value else silenced - {other.id}
    await room.change_door(room.door.but(silenced=silenced))


async def set_blinds(room: Room, small: int, big: int, ante: int) -> None:
    try:
        blinds = Blinds(small, big, ante).verified()
    except BadHand as bad:
        raise Refused(RoomRefusal.UNREADABLE, str(bad)) from None
    if room.masa.is_game:
        # Asked during a hand, it is done before the next one.
        room.blinds_wanted = blinds
        return
    try:
        await room.do(lambda masa: masa.set_blinds(blinds))
    except MasaError as refused:
        if refused.code is not MasaRefusal.IN_HAND:
            raise
        room.blinds_wanted = blinds
