"""Twin of `rules.HouseRules` as numbers, compared by tests/batch/test_same_game.py.

Compiled code cannot use enums by name.
"""

from typing import NamedTuple

from pokermasa.rules import (
    AllInRule,
    Betting,
    Blinds,
    Chips,
    HeadsUpButton,
    HouseRules,
    LeastRaise,
    OddChips,
    Reopening,
    ShortAntes,
    ShortBigBlind,
    ShortRaise,
)
from pokermasa.rules.blinds import verified_bets

NO_LIMIT, POT_LIMIT, FIXED_LIMIT = range(3)
ADD_UP, FULL_RAISE, ANY = range(3)
ONE_EACH, FIRST_WINNER, DROPPED = range(3)
_BETTING = (Betting.NO_LIMIT, Betting.POT_LIMIT, Betting.FIXED_LIMIT)
_REOPENING = (Reopening.ADD_UP, Reopening.FULL_RAISE, Reopening.ANY)
_ODD_CHIPS = (OddChips.ONE_EACH, OddChips.FIRST_WINNER, OddChips.DROPPED)


class Rule(NamedTuple):
    """The house rules and blinds that decide where the chips of a hand go. It is an argument of the
    kernels, so its values are not compiled in."""

    betting: int
    reopening: int
    odd_chips: int
    small_on_button: bool  # heads-up, the button posts the small blind
    by_calling: bool  # the last chips go in only by calling; every raise is a full one
    full_price: bool  # the price is the big blind even if its player cannot pay it in full
    any_raise: bool  # one chip more is a full raise
    short_calls: bool  # a raise below the minimum counts as a call
    caps: tuple[int, int, int, int]  # raises a round in fixed limit, -1 for no cap
    cap_counts_bet: bool
    cap_lifts: bool
    small: int
    big: int
    ante: int
    big_blind_ante: bool
    dead_antes: bool  # all players can win all antes, also with a short ante
    early_bet: int
    late_bet: int


def rule(
    rules: HouseRules | str, blinds: Blinds | tuple[Chips, ...], bets: tuple[Chips, Chips] | None
) -> Rule:
    """Return house rules, blinds and fixed-limit bets as numbers. *bets* None means one and two big
    blinds. Raises `BadHand` for invalid ones.

    >>> rule("limit", (1, 2), bets=None).late_bet
    4
    """
    house = HouseRules.resolve(rules)
    blinds = house.verified_blinds(blinds)
    early, late = (blinds.big, 2 * blinds.big) if bets is None else verified_bets(bets)
    return Rule(
        _BETTING.index(house.betting),
        _REOPENING.index(house.reopening),
        _ODD_CHIPS.index(house.odd_chips),
        house.heads_up_button is HeadsUpButton.SMALL_BLIND,
        house.all_in is AllInRule.BY_CALLING,
        house.short_big_blind is ShortBigBlind.FULL_PRICE,
        house.least_raise is LeastRaise.ANY,
        house.short_raise is ShortRaise.CALL,
        house.raise_cap or (-1, -1, -1, -1),
        house.cap_counts_bet,
        house.cap_lifts_heads_up,
        blinds.small,
        blinds.big,
        blinds.ante,
        blinds.big_blind_ante,
        blinds.big_blind_ante or house.short_antes is ShortAntes.SHARED,
        early,
        late,
    )
