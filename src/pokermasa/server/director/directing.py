"""An order of the tournament's director: carried out at once, or when the hand is over."""

from __future__ import annotations

from pokermasa.server.director.director import Director
from pokermasa.server.director.page import NewOrder
from pokermasa.server.protocol.request import Command
from pokermasa.server.storage.account import Account
from pokermasa.tournament import Change


async def give(
    director: Director, by: Account, command: Command, about: Account | None, number: int | None
) -> None:
    async def work() -> None:
        orders = director.orders
        orders.verify_may(by, command)
        doing = orders.doing(command, about, number)
        is_ready = orders.is_ready(command, about)
        if not is_ready:
            orders.verify_may_wait()
        order = NewOrder(by, str(command), about, number, is_ready)
        await director.change(doing if is_ready else Change, orders=[order])
        await director.follow()

    await director.ask(work)
