"""Gives an order of a director, which takes effect at once or after the hand."""

from __future__ import annotations

from pokermasa.server.director.director import Director
from pokermasa.server.director.orders.orders import ABOUT_SOMEBODY, OrderDetails
from pokermasa.server.director.storage.journal_entry import NewNotice, NewOrder
from pokermasa.server.director.storage.record import NAMING
from pokermasa.server.director.terms import Terms
from pokermasa.server.protocol.request import Command
from pokermasa.server.storage.account import Account
from pokermasa.server.table.chat import clean

PAID = "and are paid what your stack is worth (ICM)"
"""Text for a player who is paid when disqualified."""
EFFECTS = {
    Command.MOVE: "you move to table {number}",
    Command.PENALISE: "you miss {number} hands: you are dealt in and folded in turn",
    Command.DISQUALIFY: "you are disqualified {paid}",
}
"""Text of the notice to the player, by command."""


async def give(director: Director, by: Account, command: Command, given: OrderDetails) -> None:
    """Checks and stores an order. It is carried out at once or, if a hand must end first, later. A
    player whom it concerns gets a notice."""
    given = given._replace(reason=clean(given.reason))

    async def store_order() -> None:
        orders = director.orders
        orders.verify(by, command, given)
        if command in ABOUT_SOMEBODY:
            orders.verify_about(command, given.about, given.number, by)
        is_ready = orders.is_ready(command, given.about)
        change = director.present
        if is_ready:
            now = change.tournament
            change = change.then(orders.change(now, command, given.about, given.number, by))
        else:
            orders.verify_may_wait()
        number = orders.number_told(by, command, given, is_ready)
        order = NewOrder(by, str(command), given.about, number, is_ready)
        notices = []
        if command in ABOUT_SOMEBODY and given.about is not None:
            text = _order_text(director, by, command, given, is_ready)
            notices.append(NewNotice(given.about.id, text))
        terms = _terms(director, command, given.about) if command in NAMING else None
        await director.commit(change, orders=[order], notices=notices, terms=terms)
        await director.follow()

    await director.ask(store_order)


def _order_text(
    director: Director, by: Account, command: Command, given: OrderDetails, is_ready: bool
) -> str:
    paid = PAID if director.state.tournament.structure.buy_in else ""
    effect = EFFECTS[command].format(number=given.number, paid=paid).strip()
    when = "" if is_ready else "When your hand is over, "
    said = f"{when}{effect}"
    return (
        f"{director.state.name[:40]}: {said[0].upper()}{said[1:]}. Reason: {given.reason}."
        f" Ask {by.name}, who ordered it."
    )


def _terms(director: Director, command: Command, about: Account | None) -> Terms:
    state = director.state
    others = tuple([account for account in state.co_directors if account != about])
    if command is Command.CO_DIRECTOR and about is not None:
        others = (*others, about)
    return state.terms.replace(co_directors=tuple([account.id for account in others]))
