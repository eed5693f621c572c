"""Requests of players of a tournament: register and unregister, buy more chips, and agree on a
deal."""

from __future__ import annotations

from collections.abc import Callable

from pokermasa.server.director.director import Director
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.journal.journal import AlreadyDone, MessageKey
from pokermasa.tournament import Change, Player, Tournament, event, pay_off


async def register(director: Director, account: Account, ask: MessageKey | None = None) -> Player:
    """Enters the account into the tournament and returns its player number. The message key *ask*
    makes the request idempotent."""

    async def register_player() -> Player:
        await _verify_new(director, ask)
        director.state.verify_entry(account)
        name = str(account.id)
        present = director.present
        registered = present.tournament.register(name)
        (player,) = [e.player for e in registered.events if isinstance(e, event.Registered)]
        await director.commit(present.then(registered), account, ask)
        await director.follow()
        return player

    player: Player = await director.ask(register_player)
    return player


async def unregister(director: Director, account: Account) -> None:
    """Takes an entry back. Before the start the buy-in is refunded. In a running game of a league,
    the account plays to the end and is not entered in the next game. A player may leave a
    tournament whose directors have stopped it for too long, and gets what the stack is worth."""

    async def withdraw_player() -> None:
        player = _verified(director, account)
        state, present = director.state, director.present
        now = present.tournament
        if state.may_leave_league(player):
            await director.commit(present, leaving=player)
        elif state.may_leave(player):
            left = now.leave(player, *pay_off.worth(now, player, state.house))
            await director.commit(present.then(left))
            await director.follow()
        else:
            await director.commit(present.then(now.withdraw(player)))

    await director.ask(withdraw_player)


async def decline_re_entry(director: Director, account: Account) -> None:
    """Notes that an eliminated player will not enter again."""

    async def decline_entry() -> None:
        player = _verified(director, account)
        present = director.present
        await director.commit(present.then(present.tournament.decline([player])))
        await director.follow()

    await director.ask(decline_entry)


async def rebuy(director: Director, account: Account, ask: MessageKey | None = None) -> None:
    """Buys a new stack for the player."""
    await _buy(director, account, ask, Tournament.rebuy)


async def add_on(director: Director, account: Account, ask: MessageKey | None = None) -> None:
    """Buys the add-on for the player."""
    await _buy(director, account, ask, Tournament.buy_add_on)


async def _buy(
    director: Director,
    account: Account,
    ask: MessageKey | None,
    buy: Callable[[Tournament, Player], Change],
) -> None:
    async def buy_chips() -> None:
        await _verify_new(director, ask)
        player, present = _verified(director, account), director.present
        await director.commit(present.then(buy(present.tournament, player)), ask=ask)

    await director.ask(buy_chips)


async def propose_deal(director: Director, account: Account) -> None:
    """Proposes a deal at the final table."""

    async def propose_agreement() -> None:
        director.agreement.propose(account)
        await director.follow()

    await director.ask(propose_agreement)


async def answer_deal(director: Director, account: Account, agrees: bool) -> None:
    """Accepts or declines the proposed deal."""

    async def give_answer() -> None:
        director.tell([director.agreement.answer(account, agrees)])
        await director.follow()

    await director.ask(give_answer)


def _verified(director: Director, account: Account) -> Player:
    player = director.state.player_of(account)
    if player is None:
        raise Refused(RoomRefusal.NOT_ENTERED)
    return player


async def _verify_new(director: Director, ask: MessageKey | None) -> None:
    """Raises `AlreadyDone` if this message has already been paid for, perhaps before a restart."""
    if ask is not None and await director.is_booked(ask):
        raise AlreadyDone
