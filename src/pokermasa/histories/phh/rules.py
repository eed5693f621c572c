"""House rules of a PHH hand.

Real hands are played under many house rules, and PHH's own reading is lenient: a short all-in
reopens the betting, the price is what was really posted, odd chips go to the first winner, and the
number of raises is not limited. A hand that this program wrote has its rules in `_house_rules`.
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
"""Field with the dead posts, which PHH writes as antes. Only present if there are also antes."""
BIG_BLIND = "_big_blind"
"""Field with the big blind in fixed limit. Only present if it is not the largest post."""
CALLED = "_called"
"""Field with the player whose call of the big blind is written as a post. Only present if nobody
could post the whole big blind: other readers take the largest post as the price."""
CALLED_BEFORE = "_called_before"
"""Field with the index in `actions` before which that call was made. Only present if the call is
not among the actions, because the post already contains it."""

LENIENT = HouseRules.named("tda").replace(
    reopening=Reopening.ANY,
    short_big_blind=ShortBigBlind.LARGEST_POST,
    odd_chips=OddChips.FIRST_WINNER,
    raise_cap=None,
)


class HandRules(NamedTuple):
    """House rules of a hand, and their form with two players for either blind on the button.

    The form is None if the named rules have the other blind on the button.
    """

    rules: HouseRules
    small_on_button: HouseRules | None
    big_on_button: HouseRules | None


def _lenient(**options: Any) -> HandRules:
    rules = LENIENT.replace(**options)
    return HandRules(rules, rules, rules.replace(heads_up_button=HeadsUpButton.BIG_BLIND))


_HOUSES = {
    (betting, trimmed): _lenient(
        betting=betting, short_antes=ShortAntes.LAYERED if trimmed else ShortAntes.SHARED
    )
    for betting in Betting
    for trimmed in (False, True)
}


def house_of(fields: dict[str, Any], betting: Betting, trimmed: bool) -> HandRules:
    """Remove the rules from *fields* and return them. Raises `HistoryError` if they
    are not valid."""
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
def _named(text: str) -> HandRules:
    try:
        rules = fen.read_rules(text)
    except fen.FenError as error:
        raise HistoryError(f"{FIELD}: {error}") from None
    if rules.heads_up_button is HeadsUpButton.SMALL_BLIND:
        return HandRules(rules, rules, None)
    return HandRules(rules, None, rules)


def named(rules: HouseRules) -> str | None:
    """Return the text for `_house_rules`, or None for rules that a reader finds without it."""
    if any(rules in house for house in _HOUSES.values()):
        return None
    return fen.write_rules(rules)
