"""Document 004's players and actions, and the Uci code of each action."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, NamedTuple

from pokermasa.cards import Card


class Action(Enum):
    """The five action types of document 004."""

    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    FOLD = "fold"

    @classmethod
    def from_uci(cls, act: str, price: int) -> Action:
        """Return the action of an act in Uci; *price* is the highest wager before it.

        >>> acts = [("RR20", 0), ("RR40", 20), ("AC", 20)]
        >>> tuple(Action.from_uci(act, price) for act, price in acts)
        (<Action.BET: 'bet'>, <Action.RAISE: 'raise'>, <Action.CALL: 'call'>)
        """
        found = _BY_CODE.get(act[:2])
        return found or (cls.RAISE if price else cls.BET)


_BY_CODE = {"CH": Action.CHECK, "CA": Action.CALL, "AC": Action.CALL, "FO": Action.FOLD}


class Player(NamedTuple):
    """One player at one moment, as far as one client may know it."""

    name: str
    position: int
    """The side, counted from 0."""
    cash: int
    """Chips that are not bet."""
    is_dealer: bool = False
    is_actor: bool = False
    cards: tuple[Card, ...] | None = None
    """Hole cards: the client's own, or cards that were shown. None otherwise."""
    bet: int = 0
    """Chips bet in this betting round."""
    action: Action | None = None
    """The last action of this betting round."""
    raises: int = 0
    """Bets and raises that this player has made in this betting round."""


def allowed_actions(asked: Mapping[str, Any], price: int) -> dict[Action, str]:
    """Return the actions that the message `act` allows, each with the act to send.

    *price* is the highest wager. A bet or raise is the smallest that is allowed; in fixed limit
    there is no other.

    >>> asked = {"acts": ["FO", "CA", "RR40"], "least": 40, "to_call": 10}
    >>> {action.name: act for action, act in allowed_actions(asked, price=20).items()}
    {'CALL': 'CA', 'RAISE': 'RR40', 'FOLD': 'FO'}
    """
    acts = asked["acts"]
    found: dict[Action, str] = {}
    if "CH" in acts:
        found[Action.CHECK] = "CH"
    elif "CA" in acts:
        found[Action.CALL] = "CA"
    elif "AA" in acts:  # the table requires a call with the last chip to be sent as an all-in
        found[Action.CALL] = "AA"
    raising = Action.RAISE if price else Action.BET
    if asked["least"] is not None:
        found[raising] = f"RR{asked['least']}"
    elif "AA" in acts and found.get(Action.CALL) != "AA":  # an all-in below a full raise
        found[raising] = "AA"
    found[Action.FOLD] = "FO"
    return found
