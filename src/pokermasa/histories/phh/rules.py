"""The house that a PHH hand is replayed in.

Real hands come from many houses, and the format's own reading is lenient: a short all-in reopens
the betting, the price is what was really posted, odd chips go to the first winner, and nobody
counts the raises of a round. A hand that this program wrote names its house in `_house_rules`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from pokermasa.histories.history import HistoryError
from pokermasa.notation import fen
from pokermasa.rules import (
    Betting,
    HeadsUpButton,
    HouseRules,
    OddChips,
    Reopening,
    ShortAntes,
    ShortBigBlind,
)

FIELD = "_house_rules"
DEAD_POSTS = "_dead_posts"
"""What part of the antes is not everybody's; only where there are antes too."""
BIG_BLIND = "_big_blind"
"""Fixed limit has no field for it; only where it is not the largest post."""
CALLED = "_called"
"""Who called the big blind, and is written as having posted it for readers to whom the price is
what was posted; only where nobody could post all of it."""
CALLED_BEFORE = "_called_before"
"""Before which of the actions that was (from 0), where the post says it all: such a call is none of
them."""

LENIENT = HouseRules.named("tda").but(
    reopening=Reopening.ANY,
    short_big_blind=ShortBigBlind.LARGEST_POST,
    odd_chips=OddChips.FIRST_WINNER,
    raise_cap=None,
)


class House(NamedTuple):
    """The rules, heads-up with either blind on the button; None where a named house has the
    other one there."""

    rules: HouseRules
    small_on_button: HouseRules | None
    big_on_button: HouseRules | None


def _lenient(**options: Any) -> House:
    rules = LENIENT.but(**options)
    return House(rules, rules, rules.but(heads_up_button=HeadsUpButton.BIG_BLIND))


_HOUSES = {
    (betting, trimmed): _lenient(
        betting=betting, short_antes=ShortAntes.LAYERED if trimmed else ShortAntes.SHARED
    )
    for betting in Betting
    for trimmed in (False, True)
}


def house_of(fields: dict[str, Any], betting: Betting, trimmed: bool) -> House:
    """By the hand's own fields."""
    named = fields.pop(FIELD, None)
    if named is None:
        return _HOUSES[betting, trimmed]
    if not isinstance(named, str) or len(named) > 1000:
        raise HistoryError(f"{FIELD}: expected house rules, as in 'tda,showdown=all-show'")
    house = _named(named)
    if house.rules.betting is not betting:
        raise HistoryError(f"{FIELD}: {house.rules.betting}, but the variant is {betting}")
    return house


@lru_cache(maxsize=100)
def _named(text: str) -> House:
    try:
        rules = fen.read_rules(text)
    except fen.FenError as error:
        raise HistoryError(f"{FIELD}: {error}") from None
    if rules.heads_up_button is HeadsUpButton.SMALL_BLIND:
        return House(rules, rules, None)
    return House(rules, None, rules)


def named(rules: HouseRules) -> str | None:
    """What to write in the field; None for a house that needs no name."""
    if any(rules in house for house in _HOUSES.values()):
        return None
    return fen.write_rules(rules)
