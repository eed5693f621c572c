"""Conversion of a bot's act to an all-in.

Under most house rules a bet of the last chip has to be sent as `AA` (see `AllInRule`); `Situation`,
`Masa` and `Tournament` refuse a call or a raise instead. Bots may answer with that call or raise
all the same, so code that runs bots passes their acts through `as_all_in`.
"""

from __future__ import annotations

from typing import TypeVar

from pokermasa.rules.act import AllIn, Call, PotShareRaise, Raise
from pokermasa.rules.refusal import BadHand, in_short
from pokermasa.rules.view import View

_ALL_IN = AllIn()
T = TypeVar("T")


def as_all_in(view: View, act: T) -> T | AllIn:
    """Return `AllIn()` if *act* bets the last chip and the stack may go all in, otherwise *act*.

    *act* may be any value, since bots can answer anything; it is returned unchanged if it is not a
    call or a raise.

    >>> from pokermasa.rules import Blinds, Dealer, Situation
    >>> situation = Situation(Dealer.start([200, 200, 60], 0, Blinds(50, 100)))
    >>> short = View.from_situation(situation, viewer=0)
    >>> as_all_in(short, Raise(to=200)), as_all_in(short, Raise(to=199)), as_all_in(short, Call())
    (AllIn(to=None), Raise(to=199), Call())
    """
    if not isinstance(view, View):
        raise BadHand(f"as_all_in takes the View of the player to act, not {in_short(view)}")
    if view.viewer is None or _ALL_IN not in view.acts:
        return act
    me = view.players[view.viewer]
    match act:
        case Call():
            is_last = view.to_call == me.stack
        case Raise(to) | AllIn(to):
            is_last = type(to) is int and to == me.reach
        case PotShareRaise(to):
            amount = view.price + (view.pot + view.to_call) // act.share
            is_last = amount == me.reach and (to is None or (type(to) is int and to == amount))
        case _:
            is_last = False
    return _ALL_IN if is_last else act
