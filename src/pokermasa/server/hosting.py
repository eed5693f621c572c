"""What the host of a masa may do: let people in, send them away, pause, change the blinds."""

from __future__ import annotations

from pokermasa.rules import Blinds
from pokermasa.rules.refusal import BadHand
from pokermasa.server.account import Account
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.room import Room


def verify_host(room: Room, account: Account | None) -> None:
    if room.host is None or account is None or account.id != room.host.id:
        raise Refused(RoomRefusal.NOT_ALLOWED, "only the host may")


async def approve(room: Room, other: Account, value: bool) -> None:
    async def work() -> None:
        door, approved, banned = room.door, room.door.approved, room.door.banned
        if value:
            door = door.but(approved=approved | {other.id}, banned=banned - {other.id})
        else:
            door = door.but(approved=approved - {other.id})
        await room.arrange(door, room.queue.answered(other))

    await room.ask(work)


async def kick(room: Room, other: Account) -> None:
    """A hand in progress is folded in turn; the chips go home with their owner."""
    if room.host is not None and other.id == room.host.id:
        raise Refused(RoomRefusal.NOT_ALLOWED, "the host stays")

    async def work() -> None:
        door, id = room.door, other.id
        door = door.but(approved=door.approved - {id}, banned=door.banned | {id})
        await room.arrange(door, room.queue.answered(other).left(other))
        side = room.side_of(other)
        if side is not None:
            await room.change(lambda masa: masa.leave(side))
        else:
            room.send_away(id)

    await room.ask(work)


async def pause(room: Room, value: bool) -> None:
    await room.ask(lambda: room.arrange(room.door.but(paused=value)))


async def silence(room: Room, other: Account, value: bool) -> None:
    async def work() -> None:
        silenced = room.door.silenced
        silenced = silenced | {other.id} if value else silenced - {other.id}
        await room.arrange(room.door.but(silenced=silenced))

    await room.ask(work)


async def set_blinds(room: Room, small: int, big: int, ante: int) -> None:
    try:
        blinds = Blinds(small, big, ante).verified()
    except BadHand as bad:
        raise Refused(RoomRefusal.BAD_BLINDS, str(bad)) from None
    if big > room.masa.terms.least_buy_in:
        raise Refused(RoomRefusal.BAD_BLINDS, "a buy-in would not pay the big blind")

    async def work() -> None:
        if room.masa.is_game:
            # Asked during a hand, it is done before the next one.
            await room.arrange(queue=room.queue._replace(blinds=blinds))
        else:
            await room.change(lambda masa: masa.set_blinds(blinds))

    await room.ask(work)
