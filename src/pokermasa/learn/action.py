"""The actions of a learner: a short list that is the same in every situation.

Twins: learn/lockstep.py (compiled).
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
"""An array with 1 for each action that is legal and 0 for the others."""


class Action(IntEnum):
    """The actions. Raises that are shares of the pot use the pot after the call."""

    FOLD = 0
    CALL = 1
    """Check or call, also with the last chips."""
    LEAST = 2
    """The least raise; in fixed limit, the raise."""
    THIRD = 3
    """A raise by a third of the pot."""
    HALF = 4
    """A raise by half of the pot."""
    THREE_QUARTERS = 5
    """A raise by three quarters of the pot."""
    POT = 6
    """A raise by the pot."""
    MOST = 7
    """An all-in; in pot limit, the largest raise."""


SHARES = ((1, 3), (1, 2), (3, 4), (1, 1))
"""Shares of the pot of the actions `THIRD` to `POT`, as numerator and denominator."""


def count(rules: HouseRules) -> int:
    """Return the number of actions under house rules: three in fixed limit, otherwise eight."""
    return 3 if rules.betting is Betting.FIXED_LIMIT else len(Action)


def raise_range(view: View) -> tuple[Chips, Chips]:
    """Return the least and the largest amount of a raise, with an all-in; 0 and 0 if no raise is
    legal."""
    assert view.viewer is not None
    total = view.players[view.viewer].reach
    by_all_in = total if AllIn() in view.acts and total > view.price else 0
    if view.raises is None:
        return by_all_in, by_all_in
    return view.raises[0], max(view.raises[1], by_all_in)


def amounts(view: View) -> Sequence[Chips]:
    """Return the amounts of the actions `LEAST` to `MOST`, also where they are not legal."""
    least, most = raise_range(view)
    pot = view.pot + view.to_call
    return [least, *(view.price + pot * numerator // whole for numerator, whole in SHARES), most]


def mask(view: View) -> Mask:
    """Return which actions are legal. All are 0 if the viewer is not to act.

    >>> from pokermasa.rules import Blinds, Dealer, Situation
    >>> situation = Situation(Dealer.start([200, 200], 0, Blinds(1, 2), "tda"))
    >>> mask(View.from_situation(situation, viewer=0))
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
    """Check that an action is a whole number from 0 to *actions* - 1, and return it.

    >>> verified(2.5, actions=8)
    Traceback (most recent call last):
        ...
    ValueError: an action is a whole number from 0 to 7, not 2.5
    """
    try:
        number = -1 if action is None or isinstance(action, bool) else index(action)
    except TypeError:
        number = -1
    if not 0 <= number < actions:
        raise ValueError(
            f"an action is a whole number from 0 to {actions - 1}, not {in_short(action)}"
        )
    return number


def act_of(view: View, action: SupportsIndex | None) -> PlayerAct:
    """Return the act for an action. An action that is not legal becomes the nearest legal act:
    another size, or a call where no raise is open.

    >>> from pokermasa.rules import Blinds, Dealer, Situation
    >>> situation = Situation(Dealer.start([200, 200], 0, Blinds(1, 2), "tda"))
    >>> view = View.from_situation(situation, viewer=0)
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
