"""The terms of a masa: what is agreed when it is opened, beside the rules of a hand."""

from enum import StrEnum
from typing import NamedTuple

from pokermasa.rules import Chips
from pokermasa.rules.chips import MOST_CHIPS


class Entry(StrEnum):
    """How somebody who has not paid the blinds comes into the game."""

    FREE = "free"
    """With the next hand, as document 000 says."""
    BLIND = "blind"
    """With the big blind, when it comes to them; or at once by posting it."""


class Terms(NamedTuple):
    least_buy_in: Chips = 1
    most_buy_in: Chips = MOST_CHIPS
    """The most a seat may hold after buying in or topping up."""
    entry: Entry = Entry.FREE
    straddle: bool = False
    """The first to act may post twice the big blind before the cards."""
    run_twice: bool = False
    """All-ins before the river may be run twice, if every player left agrees."""
    time_bank: int = 0
    """What a newcomer's time bank holds."""
    absent_play: bool = False
    """Seats that are away are dealt in and pay (tournaments)."""
    rabbit: bool = False
    """After a hand that ended by folds, a player of it may have the rest of the board shown."""


USUAL = Terms()
