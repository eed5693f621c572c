"""A hand of a tournament that was just played, and what it says about the tournament."""

from __future__ import annotations

from typing import Any

from pokermasa.histories.tournament_hand import Finish, TournamentHand
from pokermasa.tournament import Change, event
from pokermasa.tournament.hand_context import HandContext


def told_of(change: Change, over: event.HandOver, number: int, name: str) -> dict[str, Any]:
    """Fields for its history: *number* and *name* are the tournament's, *over* is the hand of this
    *change*. Whoever went out with it is told with place and prize, and so is who won."""
    about, sides = HandContext.of(change, over), over.game.sides
    finishes = [Finish(sides.index(side), place, prize) for side, place, prize in about.finishes]
    told = TournamentHand(
        number,
        about.buy_in,
        bounty=about.bounty,
        level=about.level,
        name=name,
        finishes=tuple(finishes),
    )
    return told.fields(len(sides))
