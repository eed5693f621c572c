"""Coming in: registering and taking it back, more chips, and a deal at the end."""

from __future__ import annotations

from pokermasa.server.director.director import Director
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.journal.journal import AlreadyDone, MessageKey
from pokermasa.tournament import Change, Player, event, pay_off


async def register(director: Director, account: Account, ask: MessageKey | None = None) -> Player:
    async def work() -> Player:
        await _verify_new(director, ask)
        director.state.verify_entry(account)
        name = str(account.id)
        change = await director.change(lambda now: now.register(name), account, ask)
        (player,) = [e.player for e in change.events if isinstance(e, event.Registered)]
        await director.follow()
        return player

    player: Player = await director.ask(work)
    return player


async def unregister(director: Director, account: Account) -> None:
    """Before the start, the entry is given back. A started game of a league is played to its end,
    and is the last one for this account. A tournament that its directors have held up for too long
    is left with what the stack is worth."""

    async def work() -> None:
        player = _verified(director, account)
        state = director.state
        if state.may_leave_league(player):
            await director.change(Change, leaving=player)
        elif state.may_leave(player):
            await director.change(
                lambda now: now.leave(player, *pay_off.worth(now, player, state.house))
            )
            await director.follow()
        else:
            await director.change(lambda now: now.withdraw(player))

    await director.ask(work)


async def decline_re_entry(director: Director, account: Account) -> None:
    async def work() -> None:
        player = _verified(director, account)
        await director.change(lambda now: now.decline([player]))
        await director.follow()

    await director.ask(work)


async def rebuy(director: Director, account: Account, ask: MessageKey | None = None) -> None:
    async def work() -> None:
        await _verify_new(director, ask)
        player = _verified(director, account)
        await director.change(lambda now: now.rebuy(player), ask=ask)

    await director.ask(work)


async def add_on(director: Director, account: Account, ask: MessageKey | None = None) -> None:
    async def work() -> None:
        await _verify_new(director, ask)
        player = _verified(director, account)
        await director.change(lambda now: now.buy_add_on(player), ask=ask)

    await director.ask(work)


async def propose_deal(director: Director, account: Account) -> None:
    async def work() -> None:
        director.agreement.propose(account)
        await director.follow()

    await director.ask(work)


async def answer_deal(director: Director, account: Account, agrees: bool) -> None:
    async def work() -> None:
        director.tell([director.agreement.answer(account, agrees)])
        await director.follow()

    await director.ask(work)


def _verified(director: Director, account: Account) -> Player:
    player = director.state.player_of(account)
    if player is None:
        raise Refused(RoomRefusal.NOT_ENTERED)
    return player


async def _verify_new(director: Director, ask: MessageKey | None) -> None:
    """This very message may have been paid for before, perhaps before a restart."""
    if ask is not None and await director.is_booked(ask):
        raise AlreadyDone
