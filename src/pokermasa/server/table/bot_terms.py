"""Conditions of tables at which house bots play. The bots play with house money, so players must
not profit from the stakes or the entry rule instead of from play."""

from __future__ import annotations

from pokermasa.masa import Entry
from pokermasa.rules import Blinds
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.table.state import TableState

LEAST_BLINDS = 20
"""Minimum buy-in at a table with house bots, in big blinds."""


def verify_for_bots(blinds: Blinds, least_buy_in: int, entry: Entry) -> None:
    """Raises `Refused` if house bots may not play with these blinds and terms."""
    if entry is Entry.FREE:
        message = "entry: `returning` or `blind` with `bots`, so that nobody avoids the blinds"
        raise Refused(RoomRefusal.UNREADABLE, message)
    if blinds.small < blinds.big // 2:
        message = f"small: at least half of the big blind with `bots`, {blinds.big // 2}"
        raise Refused(RoomRefusal.BAD_BLINDS, message)
    if blinds.ante > blinds.big:
        raise Refused(RoomRefusal.BAD_BLINDS, "ante: at most the big blind with `bots`")
    if least_buy_in < LEAST_BLINDS * blinds.big:
        message = f"least_buy_in: with `bots` at least {LEAST_BLINDS} big blinds"
        raise Refused(RoomRefusal.BAD_BLINDS, message)


def verify_may_have_bots(state: TableState) -> None:
    """Raises `Refused` if house bots cannot be added to this open table."""
    masa, access = state.masa, state.access
    if access.own_chips or access.timer is not None:
        message = "house bots play for the room's chips, and with blinds that stay as they are"
        raise Refused(RoomRefusal.NOT_ALLOWED, message)
    # Blinds that the host has set during a hand come before the next one.
    blinds = state.waiting_list.blinds or masa.blinds
    verify_for_bots(blinds, masa.terms.least_buy_in, masa.terms.entry)


def may_add_bots(state: TableState) -> bool:
    """Return whether the host can add house bots."""
    if state.access.bots:
        return False
    try:
        verify_may_have_bots(state)
    except Refused:
        return False
    return True
