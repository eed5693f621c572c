"""What a learner can do: a short list of acts that stays the same in every situation.

Repeated by learn/lockstep.py, compiled.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from operator import index
from typing import SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from pokermasa.rules import (
    AllIn,
    Betting,
    Call,
    Check,
    Chips,
    Fold,
    HouseRules,
    PlayerAct,
    Raise,
    View,
)
from pokermasa.rules.refusal import in_short

Mask: TypeAlias = npt.NDArray[np.int8]


class Action(IntEnum):
    FOLD = 0
    CALL = 1
    """Check or call, whatever it takes."""
    LEAST = 2
    """The least raise; in fixed limit, the raise."""
    THIRD = 3
    HALF = 4
    THREE_QUARTERS = 5
    POT = 6
    """Raises by a part of the pot as it is after the call."""
    MOST = 7
    """All in, or as much as pot limit allows."""


SHARES = ((1, 3), (1, 2), (3, 4), (1, 1))
"""Of `THIRD` to `POT`."""


def count(rules: HouseRules) -> int:
    """How many of them a house has use for: three in fixed limit."""
    return 3 if rules.betting is Betting.FIXED_LIMIT else len(Action)


def raise_range(view: View) -> tuple[Chips, Chips]:
    """The least and the most that a raise may go to, the whole stack included; zeros for none."""
    assert view.viewer is not None
    total = view.players[view.viewer].reach
    by_all_in = total if AllIn() in view.acts and total > view.price else 0
    if view.raises is None:
        return by_all_in, by_all_in
    return view.raises[0], max(view.raises[1], by_all_in)


def amounts(view: View) -> Sequence[Chips]:
    """What `LEAST` to `MOST` would raise to, were each of them allowed."""
    least, most = raise_range(view)
    pot = view.pot + view.to_call
    return [least, *(view.price + pot * part // whole for part, whole in SHARES), most]


def mask(view: View) -> Mask:
    """1 for what the stack to act may do; all 0 for a view out of turn or after the end.

    >>> from pokermasa.rules import Blinds, Dealer, Situation
    >>> mask(View.of(Situation(Dealer.start([200, 200], 0, Blinds(1, 2), "tda")), viewer=0))
    array([1, 1, 1, 0, 1, 1, 1, 1], dtype=int8)
    """
    allowed = np.zeros(count(view.rules), np.int8)
    if view.viewer is None or view.to_act != view.viewer:
        return allowed
    allowed[Action.FOLD] = allowed[Action.CALL] = 1
    least, most = raise_range(view)
    if most:
        sizes = amounts(view)[: len(allowed) - Action.LEAST]
        allowed[Action.LEAST :] = [least <= amount <= most for amount in sizes]
    return allowed


def verified(action: SupportsIndex | None, actions: int) -> int:
    """
    >>> verified(2.5, actions=8)
    Traceback (most recent call last):
        ...
    ValueError: actions are whole numbers from 0 to 7, not 2.5
    """
    try:
        number = -1 if action is None or isinstance(action, bool) else index(action)
    except TypeError:
        number = -1
    if not 0 <= number < actions:
        raise ValueError(
            f"actions are whole numbers from 0 to {actions - 1}, not {in_short(action)}"
        )
    return number


def act_of(view: View, action: SupportsIndex | None) -> PlayerAct:
    """The act that *action* means here. One that the mask leaves out is taken as the nearest that
    is allowed: another size, or a call where no raise is open.

    >>> from pokermasa.rules import Blinds, Dealer, Situation
    >>> view = View.of(Situation(Dealer.start([200, 200], 0, Blinds(1, 2), "tda")), viewer=0)
    >>> [act_of(view, action) for action in (0, 1, 2, 3, 6, 7)]
    [Fold(), Call(), Raise(to=4), Raise(to=4), Raise(to=6), AllIn(to=None)]
    """
    action = verified(action, count(view.rules))
    least, most = raise_range(view)
    if action == Action.FOLD:
        return Fold()
    if action == Action.CALL or not most:
        return next(act for act in (Check(), Call(), AllIn()) if act in view.acts)
    amount = max(least, min(most, amounts(view)[action - Action.LEAST]))
    assert view.viewer is not None
    if amount == view.players[view.viewer].reach and AllIn() in view.acts:
        return AllIn()
    return Raise(amount)
