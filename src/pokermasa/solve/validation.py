"""Checks the arguments of a subgame and converts them. Every function raises `SolveError` for a
wrong value."""

from __future__ import annotations

import math
from typing import Any, TypeGuard

from pokermasa.cards import Card, CardError, CardsLike, distinct, read_cards
from pokermasa.rules import Betting, BettingRound, Chips, Role, Situation, StackIndex
from pokermasa.rules.chips import MOST_CHIPS
from pokermasa.rules.house import read_choice
from pokermasa.solve.betting import Rake
from pokermasa.solve.refusal import SolveError, SolveRefusal
from pokermasa.strength.range import Range, RangeError

RangeLike = Range | str
"""A range or its text, such as "QQ+, AKs:0.5"."""
ROUNDS = {3: BettingRound.FLOP, 4: BettingRound.TURN, 5: BettingRound.RIVER}
"""The round by number of community cards."""
_LIMIT_RAISES = 3  # default of fixed limit: a bet and three raises


def board_of(cards: CardsLike) -> tuple[Card, ...]:
    """Read three to five different cards."""
    try:
        board = distinct(read_cards(cards))
    except (CardError, TypeError, AttributeError) as error:
        raise SolveError(SolveRefusal.CARDS, f"the board: {error}") from None
    if len(board) not in ROUNDS:
        message = f"the board needs 3, 4 or 5 cards, not {len(board)}"
        raise SolveError(SolveRefusal.CARDS, message)
    return board


def chips_of(name: str, chips: object) -> Chips:
    """Check a number of chips above 0. *name* appears in the message."""
    if type(chips) is not int or not 0 < chips <= MOST_CHIPS:
        message = f"the {name} must be a whole number of chips above 0, not {str(chips)[:40]!r}"
        raise SolveError(SolveRefusal.CHIPS, message)
    return chips


def two_of(name: str, chips: object) -> tuple[Chips, Chips]:
    """Check one number of chips for both players, or a pair."""
    both = tuple(chips) if isinstance(chips, tuple | list) else (chips, chips)
    if len(both) != 2:
        message = f"the {name} must be one or two numbers of chips, not {str(chips)[:40]!r}"
        raise SolveError(SolveRefusal.CHIPS, message)
    return chips_of(name, both[0]), chips_of(name, both[1])


def range_of(name: str, value: RangeLike) -> Range:
    """Read a range. *name* appears in the message."""
    if isinstance(value, Range):
        return value
    if not isinstance(value, str):
        message = f"{name}: a range is text such as 'QQ+, AKs:0.5', not {type(value).__name__}"
        raise SolveError(SolveRefusal.RANGE, message)
    try:
        return Range.read(value)
    except (RangeError, CardError) as error:
        raise SolveError(SolveRefusal.RANGE, f"{name}: {error}") from None


def betting_of(betting: Any, limits: object) -> Betting:
    """Read the betting structure; fixed limit needs *limits*."""
    try:
        found = read_choice("betting", Betting, betting)
    except ValueError as error:
        raise SolveError(SolveRefusal.CHIPS, str(error)) from None
    if found is Betting.FIXED_LIMIT and limits is None:
        message = "fixed limit needs two bets in limits: that of the flop, and that of later rounds"
        raise SolveError(SolveRefusal.CHIPS, message)
    return found


def rake_of(share: object, cap: object) -> Rake:
    """Check the rake: a share of at least 0 and below 1, and a cap of at least 0 chips."""
    if not (_is_number(share) and 0 <= share < 1 and _is_number(cap) and cap >= 0):
        message = f"a rake is a share of the pot below 1 and a cap in chips, not {share!r}, {cap!r}"
        raise SolveError(SolveRefusal.CHIPS, message)
    return Rake(float(share), float(cap))


def verify_limits(**limits: object) -> None:
    """Refuses limits of a run that would never end it."""
    for name, limit in limits.items():
        if limit is not None and not (_is_number(limit) and limit >= 0):
            message = f"{name} is a number from 0 up, not {str(limit)[:40]!r}"
            raise SolveError(SolveRefusal.UNREADABLE, message)


def part_of_stack(share: object) -> float:
    """Check the all-in threshold: a share of the stack above 0, at most 1."""
    if not (_is_number(share) and 0 < share <= 1):
        message = f"the all-in threshold is a share of the stack above 0, at most 1, not {share!r}"
        raise SolveError(SolveRefusal.SIZE, message)
    return float(share)


def raise_cap_of(cap: object, betting: Betting) -> int | None:
    """Check the number of raises after a bet. None means no limit, in fixed limit three."""
    if cap is None:
        return _LIMIT_RAISES if betting is Betting.FIXED_LIMIT else None
    if type(cap) is not int or cap < 0:
        raise SolveError(SolveRefusal.SIZE, f"the raise cap is 0 or more, not {cap!r}")
    return cap


def two_left(situation: Situation) -> tuple[StackIndex, StackIndex]:
    """Return the stack indexes of the two remaining players, in the order in which they act after
    the flop."""
    dealer = situation.dealer
    left = [index for index, stack in enumerate(dealer.stacks) if stack.role is not Role.FOLDED]
    if situation.end or dealer.round is BettingRound.PREFLOP or len(left) != 2:
        reason = "the hand is over" if situation.end else f"{len(left)} players are in the hand"
        if dealer.round is BettingRound.PREFLOP and not situation.end:
            reason = "it is before the flop"
        message = f"{SolveRefusal.NOT_HEADS_UP.words}: {reason}"
        raise SolveError(SolveRefusal.NOT_HEADS_UP, message)
    count = len(dealer.stacks)
    first, second = sorted(left, key=lambda index: (index - dealer.button - 1) % count)
    return StackIndex(first), StackIndex(second)


def _is_number(value: object) -> TypeGuard[float]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return not math.isnan(value)
