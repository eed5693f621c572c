"""What the host of a masa may do: let people in, send them away, pause, change the blinds."""

from __future__ import annotations

from pokermasa.rules import Blinds
from pokermasa.rules.refusal import BadHand
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import HOUSE, Account
from pokermasa.server.table.actor import TableActor


def verify_host(table: TableActor, account: Account | None) -> None:
    if table.host is None or account is None or account.id != table.host.id:
        raise Refused(RoomRefusal.NOT_ALLOWED, "only the host may")


async def approve(table: TableActor, other: Account, value: bool) -> None:
    async def work() -> None:
        access, approved, banned = table.access, table.access.approved, table.access.banned
        if value:
            access = access.but(approved=approved | {other.id}, banned=banned - {other.id})
        else:
            access = access.but(approved=approved - {other.id})
        waiting_list = table.waiting_list.answered(other)
        await table.arrange(
            access, waiting_list if access.admits(other.id) else waiting_list.left(other)
        )

    await table.ask(work)


async def kick(table: TableActor, other: Account) -> None:
    """Who is in a hand plays it to its end as if nothing had been said, and leaves then; the chips
    go home with their owner."""
    if table.host is not None and other.id == table.host.id:
        raise Refused(RoomRefusal.NOT_ALLOWED, "the host stays")

    async def work() -> None:
        access, id = table.access, other.id
        access = access.but(approved=access.approved - {id}, banned=access.banned | {id})
        await table.arrange(access, table.waiting_list.answered(other).left(other))
        side = table.side_of(other)
        if side is None:
            table.send_away(id)
        elif not table.masa.is_in_hand(side):
            await table.change(lambda masa: masa.leave(side))

    await table.ask(work)


async def pause(table: TableActor, value: bool) -> None:
    await table.ask(lambda: table.arrange(table.access.but(paused=value)))


async def make_new_link(table: TableActor) -> None:
    """The old key is void, for the masa's hands as well."""
    if table.key is None:
        raise Refused(RoomRefusal.NOT_ALLOWED, "only a private masa has a link")
    await table.ask(table.change_key)


async def set_players_chat(table: TableActor, value: bool) -> None:
    await table.ask(lambda: table.arrange(table.access.but(players_chat=value)))


async def hand_over(table: TableActor, other: Account) -> None:
    """To somebody at the table: whoever is host knows who plays there."""

    async def work() -> None:
        if table.side_of(other) is None or other.kind == HOUSE:
            raise Refused(RoomRefusal.NOT_ALLOWED, "only to somebody who sits there")
        await table.change_host(other)

    await table.ask(work)


async def silence(table: TableActor, other: Account, value: bool) -> None:
    async def work() -> None:
        silenced = table.access.silenced
        silenced = silenced | {other.id} if value else silenced - {other.id}
        await table.arrange(table.access.but(silenced=silenced))

    await table.ask(work)


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


async def set_blinds(table: TableActor, small: int, big: int, ante: int) -> None:
    blinds = payable_blinds(
        Blinds(small, big, ante, table.masa.blinds.big_blind_ante), table.masa.terms.least_buy_in
    )

    async def work() -> None:
        if table.masa.is_game:
            # Asked during a hand, it is done before the next one.
            await table.arrange(waiting_list=table.waiting_list._replace(blinds=blinds))
        else:
            await table.change(lambda masa: masa.set_blinds(blinds))

    await table.ask(work)
