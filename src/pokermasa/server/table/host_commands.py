"""Commands of the host and the co-hosts of a table: approve players and buy-ins, remove players,
pause the game, change the blinds, and offer a role to a player. None of them changes a stack."""

from __future__ import annotations

from collections.abc import Sequence

from pokermasa.masa import Side
from pokermasa.rules import Blinds, HouseRules
from pokermasa.rules.refusal import BadHand
from pokermasa.server.protocol.room import Role
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import Account
from pokermasa.server.table.actor import TableActor
from pokermasa.server.table.blind_timer import BlindTimer
from pokermasa.server.table.bot_terms import verify_may_have_bots
from pokermasa.server.table.hosting import BuyIn
from pokermasa.server.table.waiting_list import Waiting

MINUTE = 60_000
"""Milliseconds in a minute."""


def verify_host(table: TableActor, account: Account | None) -> None:
    """Raises `Refused` unless the account is the host."""
    if table.state.host is None or account is None or account.id != table.state.host.id:
        raise Refused(RoomRefusal.NOT_ALLOWED, "only the host may")


def verify_runs_it(table: TableActor, account: Account) -> None:
    """Raises `Refused` unless the account is the host or a co-host."""
    if table.state.host is None or not table.state.runs_it(account.id):
        raise Refused(RoomRefusal.NOT_ALLOWED, "only the host and co-hosts may")


def _verify_over(table: TableActor, other: Account, by: Account) -> None:
    """Raise `Refused` if *by* may not restrict *other*: the host cannot be restricted, and only the
    host restricts a co-host."""
    if table.state.host is not None and other == table.state.host:
        raise Refused(RoomRefusal.NOT_ALLOWED, "the host cannot be restricted")
    if table.state.hosting.is_co_host(other.id):
        verify_host(table, by)


async def approve(table: TableActor, other: Account, value: bool, by: Account) -> None:
    """Approves a player, which also lifts a ban, or withdraws the approval if *value* is false."""

    async def change_approval() -> None:
        if not value:
            _verify_over(table, other, by)
        access, approved, banned = (
            table.state.access,
            table.state.access.approved,
            table.state.access.banned,
        )
        if value:
            access = access.replace(approved=approved | {other.id}, banned=banned - {other.id})
        else:
            access = access.replace(approved=approved - {other.id})
        waiting_list = table.state.waiting_list.answered(other)
        await table.arrange(
            access, waiting_list if access.admits(other.id) else waiting_list.left(other)
        )

    await table.ask(change_approval)


async def ask_buy_in(table: TableActor, buy_in: BuyIn) -> None:
    """Adds the buy-in to those that wait for approval, and then raises `Refused` with
    `APPROVAL_REQUESTED`. A new request of the account replaces the old one. Must be called inside
    the table's task."""
    await table.arrange(hosting=table.state.hosting.asked(buy_in))
    raise Refused(RoomRefusal.APPROVAL_REQUESTED)


async def ask_top_up(table: TableActor, account: Account, amount: int) -> None:
    """Asks the host to approve a top-up of *amount* chips. An amount that the rules do not allow is
    refused at once, if the player is not in a hand."""

    async def ask_for_top_up() -> None:
        side = table.state.side_of(account)
        if side is None:
            raise Refused(RoomRefusal.NOT_ALLOWED, "take a side first")
        if not table.state.masa.is_in_hand(side):
            # Refuses a wrong amount now and not after the host has approved it.
            table.state.masa.top_up(side, amount)
        await ask_buy_in(table, BuyIn(account, amount, is_top_up=True, side=side))

    await table.ask(ask_for_top_up)


async def approve_buy_in(
    table: TableActor, by: Account, other: Account, amount: int, value: bool
) -> None:
    """Approves or refuses a pending buy-in. *amount* must be the amount that is pending now, so
    that the host approves only an amount that was visible. Approved chips are added between two
    hands."""
    if by == other:
        raise Refused(RoomRefusal.NOT_ALLOWED, "another host must approve your own buy-in")

    async def decide_buy_in() -> None:
        asked = table.state.hosting.buy_in_of(other.id)
        if asked is None or asked.amount != amount:
            message = (
                "nothing is asked for" if asked is None else f"{asked.amount} is asked for now"
            )
            raise Refused(RoomRefusal.NOT_FOUND, message)
        hosting, access = table.state.hosting.without_buy_in(other), table.state.access
        waiting_list = table.state.waiting_list
        if value and asked.is_top_up:
            hosting = hosting.topped_up(other)
            hosting = hosting._replace(top_ups=(*hosting.top_ups, asked))
        elif value:
            side = None if asked.side is None else Side(asked.side)
            waiting_list = waiting_list.joined(Waiting(other, amount, side, asked.posts))
            waiting_list = waiting_list.answered(other)
            access = access.replace(approved=access.approved | {other.id})
        await table.arrange(access, waiting_list, hosting)

    await table.ask(decide_buy_in)


async def take_back(table: TableActor, account: Account) -> None:
    """Removes the account from the waiting list and cancels its pending buy-in and its approved
    top-up."""

    async def cancel_requests() -> None:
        hosting = table.state.hosting.without_buy_in(account).topped_up(account)
        await table.arrange(waiting_list=table.state.waiting_list.left(account), hosting=hosting)

    await table.ask(cancel_requests)


async def kick(table: TableActor, other: Account, by: Account) -> None:
    """Bans a player from the table. A player who is in a hand plays it out as usual and leaves when
    it ends. The chips are paid back to the player. House bots cannot be banned: a host who plays
    could otherwise empty the sides before the own one, and never pay a blind."""
    if other.is_house:
        raise Refused(
            RoomRefusal.NOT_ALLOWED,
            "house bots cannot be removed: they leave when people want their seats",
        )

    async def ban_player() -> None:
        _verify_over(table, other, by)
        access, id = table.state.access, other.id
        access = access.replace(approved=access.approved - {id}, banned=access.banned | {id})
        waiting_list = table.state.waiting_list.answered(other).left(other)
        await table.arrange(access, waiting_list, table.state.hosting.gone(other))
        side = table.state.side_of(other)
        if side is None:
            table.send_away(id)
        elif not table.state.masa.is_in_hand(side):
            await table.commit(table.state.masa.leave(side))

    await table.ask(ban_player)


async def pause(table: TableActor, value: bool, now: int) -> None:
    """Pauses or resumes the game together with its blind timer."""

    async def set_paused() -> None:
        timer = table.state.access.timer
        timer = None if timer is None else timer.paused(value, now)
        await table.arrange(table.state.access.replace(paused=value, timer=timer))

    await table.ask(set_paused)


async def make_new_link(table: TableActor) -> None:
    """Replaces the key of a private masa. The old key is no longer valid, not even for the recorded
    hands."""
    if table.state.key is None:
        raise Refused(RoomRefusal.NOT_ALLOWED, "only a private masa has a link")
    await table.ask(table.change_key)


async def set_players_chat(table: TableActor, value: bool) -> None:
    """Allows chat for players only, or for everybody."""
    await table.ask(lambda: table.arrange(table.state.access.replace(players_chat=value)))


async def offer(table: TableActor, other: Account, role: Role, by: Account) -> None:
    """Offers a role to a person who sits at the table. Nothing changes before this person
    accepts."""

    async def add_offer() -> None:
        verify_host(table, by)
        if table.state.side_of(other) is None or other.is_house or other == by:
            raise Refused(RoomRefusal.NOT_ALLOWED, "only a seated player can get this role")
        if role is Role.CO_HOST and table.state.hosting.is_co_host(other.id):
            return
        await table.arrange(hosting=table.state.hosting.offered(other, role))

    await table.ask(add_offer)


async def end_co_host(table: TableActor, other: Account, by: Account) -> None:
    """Removes a co-host or cancels the offer of that role. The host may do this, and co-hosts for
    themselves."""

    async def remove_co_host() -> None:
        if by != other:
            verify_host(table, by)
        hosting = table.state.hosting.without_co_host(other)
        if hosting.offer_to(other.id) is Role.CO_HOST:
            hosting = hosting.without_offer(other)
        await table.arrange(hosting=hosting)

    await table.ask(remove_co_host)


async def answer_offer(table: TableActor, account: Account, agrees: bool) -> None:
    """Accepts or declines the role that the account was offered."""

    async def decide_offer() -> None:
        role = table.state.hosting.offer_to(account.id)
        if role is None:
            raise Refused(RoomRefusal.NOT_ALLOWED, "no offer waits for your answer")
        if not agrees:
            await table.arrange(hosting=table.state.hosting.without_offer(account))
        elif table.state.side_of(account) is None:
            raise Refused(RoomRefusal.NOT_ALLOWED, "take a side first")
        elif role is Role.HOST:
            await table.change_host(account)
        else:
            await table.arrange(hosting=table.state.hosting.with_co_host(account))

    await table.ask(decide_offer)


async def silence(table: TableActor, other: Account, value: bool, by: Account) -> None:
    """Stops the chat of a player at this table, or allows it again."""

    async def set_silenced() -> None:
        _verify_over(table, other, by)
        silenced = table.state.access.silenced
        silenced = silenced | {other.id} if value else silenced - {other.id}
        await table.arrange(table.state.access.replace(silenced=silenced))

    await table.ask(set_silenced)


def payable_blinds(blinds: Blinds, rules: HouseRules, least_buy_in: int) -> Blinds:
    """Return the blinds. Raises `Refused` with `BAD_BLINDS` if the house rules do not allow them,
    or if the least buy-in would not pay big blind and ante: nobody should be all in before the
    deal."""
    try:
        blinds = rules.verified_blinds(blinds)
    except BadHand as bad:
        raise Refused(RoomRefusal.BAD_BLINDS, str(bad)) from None
    if blinds.big + blinds.ante > least_buy_in:
        raise Refused(
            RoomRefusal.BAD_BLINDS,
            f"the least buy-in, {least_buy_in}, would not pay the big blind and the ante",
        )
    return blinds


async def add_bots(table: TableActor) -> None:
    """Lets house bots fill the empty sides, as at a table that was opened with them. They leave
    when people want their sides."""

    async def let_bots_in() -> None:
        verify_may_have_bots(table.state)
        await table.arrange(table.state.access.replace(bots=True))

    await table.ask(let_bots_in)


def _verify_no_bots(table: TableActor) -> None:
    """Raises `Refused` if house bots may play at the table. A host who plays could otherwise raise
    the blinds whenever a bot pays them, and lower them again. People would notice this and leave;
    bots stay."""
    if table.state.access.bots:
        message = "the blinds of a table with house bots stay as they are: open another table"
        raise Refused(RoomRefusal.NOT_ALLOWED, message)


async def set_blinds(table: TableActor, small: int | None, big: int, ante: int) -> None:
    """Sets the blinds. During a hand they change before the next one."""
    masa = table.state.masa
    blinds = payable_blinds(
        Blinds(big // 2 if small is None else small, big, ante, masa.blinds.big_blind_ante),
        masa.rules,
        masa.terms.least_buy_in,
    )

    async def change_unless_bots() -> None:
        _verify_no_bots(table)
        await change_blinds(table, blinds)

    await table.ask(change_unless_bots)


async def set_timer(
    table: TableActor, levels: Sequence[tuple[int, int, int]], minutes: int, now: int
) -> None:
    """Starts a blind timer at its first level, from the next hand on. Without levels the timer is
    removed."""
    masa = table.state.masa
    every = [
        payable_blinds(
            Blinds(*level, masa.blinds.big_blind_ante), masa.rules, masa.terms.least_buy_in
        )
        for level in levels
    ]

    async def start_timer() -> None:
        _verify_no_bots(table)
        timer = None
        if every:
            time = minutes * MINUTE
            timer = BlindTimer(levels=tuple(levels), time=time, until=now + time)
            timer = timer.paused(table.state.access.paused, now)
        await table.arrange(table.state.access.replace(timer=timer))
        if every:
            await change_blinds(table, every[0])

    await table.ask(start_timer)


async def raise_blinds(table: TableActor, now: int) -> None:
    """Raises the blinds to the next level if it is due, no hand is in progress and a hand can be
    dealt."""

    async def raise_to_next_level() -> None:
        timer = table.state.access.timer
        if timer is not None and timer.is_over(now) and not table.state.masa.is_game:
            timer = timer.next(now)
            await change_blinds(table, timer.blinds(table.state.masa.blinds))
            await table.arrange(table.state.access.replace(timer=timer))

    timer = table.state.access.timer
    if timer is not None and timer.is_over(now) and table.state.masa.is_dealable:
        await table.ask(raise_to_next_level)


async def change_blinds(table: TableActor, blinds: Blinds) -> None:
    """Changes the blinds now, or before the next hand if one is in progress. Must be called inside
    the table's task."""
    if table.state.masa.is_game:
        # The blinds of a hand in progress cannot change.
        await table.arrange(waiting_list=table.state.waiting_list._replace(blinds=blinds))
    else:
        await table.commit(table.state.masa.set_blinds(blinds))
