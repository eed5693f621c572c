"""Tournament data of a hand that was just played."""

from __future__ import annotations

from typing import Any

from pokermasa.histories.tournament_hand import Finish, TournamentHand
from pokermasa.tournament import Change, event
from pokermasa.tournament.hand_context import HandContext


def tournament_fields(
    change: Change, over: event.HandOver, number: int, name: str
) -> dict[str, Any]:
    """Return the PHH fields of the hand *over*, which is part of *change*.

    *number* and *name* are those of the tournament. Players who were knocked out, and the winner,
    are listed with place and prize.
    """
    about, sides = HandContext.from_change(change, over), over.game.sides
    finishes = [Finish(sides.index(side), place, prize) for side, place, prize in about.finishes]
    hand = TournamentHand(
        number,
        about.buy_in,
        bounty=about.bounty,
        level=about.level,
        name=name,
        finishes=tuple(finishes),
    )
    return hand.fields(len(sides))
