"""What the host of a masa may do: let people in, send them away, pause, change the blinds."""

from __future__ import annotations

from pokermasa.rules import Blinds
from pokermasa.rules.refusal import BadHand
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import Account
from pokermasa.server.table.actor import Room


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
        queue = room.queue.answered(other)
        await room.arrange(door, queue if door.admits(other.id) else queue.left(other))

    await room.ask(work)


async def kick(room: Room, other: Account) -> None:
    """Who is in a hand plays it to its end as if nothing had been said, and leaves then; the chips
    go home with their owner."""
    if room.host is not None and other.id == room.host.id:
        raise Refused(RoomRefusal.NOT_ALLOWED, "the host stays")

    async def work() -> None:
        door, id = room.door, other.id
        door = door.but(approved=door.approved - {id}, banned=door.banned | {id})
        await room.arrange(door, room.queue.answered(other).left(other))
        side = room.side_of(other)
        if side is None:
            room.send_away(id)
        elif not room.masa.is_in_hand(side):
            await room.change(lambda masa: masa.leave(side))

    await room.ask(work)


async def pause(room: Room, value: bool) -> None:
    await room.ask(lambda: room.arrange(room.door.but(paused=value)))


async def silence(room: Room, other: Account, value: bool) -> None:
    async def work() -> None:
        silenced = room.door.silenced
        silenced = silenced | {other.id} if value else silenced - {other.id}
        await room.arrange(room.door.but(silenced=silenced))

    await room.ask(work)


def payable_blinds(blinds: Blinds, least_buy_in: int) -> Blinds:
    """Refused unless the least buy-in pays big blind and ante: nobody is all in before a card."""
    try:
        blinds = blinds.verified()
    except BadHand as bad:
        raise Refused(RoomRefusal.BAD_BLINDS, str(bad)) from None
    if blinds.big + blinds.ante > least_buy_in:
        raise Refused(
            RoomRefusal.BAD_BLINDS,
            f"the least buy-in, {least_buy_in}, would not pay the big blind and the ante",
        )
    return blinds


async def set_blinds(room: Room, small: int, big: int, ante: int) -> None:
    blinds = payable_blinds(
        Blinds(small, big, ante, room.masa.blinds.big_blind_ante), room.masa.terms.least_buy_in
    )

    async def work() -> None:
        if room.masa.is_game:
            # Asked during a hand, it is done before the next one.
            await room.arrange(queue=room.queue._replace(blinds=blinds))
        else:
            await room.change(lambda masa: masa.set_blinds(blinds))

    await room.ask(work)
