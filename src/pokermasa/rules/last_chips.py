"""How programs may say that their last chip goes in.

People and the wire send `AA` for it, in houses that want that said (`AllInRule`); `Situation`,
`Masa` and `Tournament` refuse anything else. A bot that answers `Call()`, or names its whole stack
in a raise, says the same thing: whoever asks a bot reads its answer here first.
"""

from __future__ import annotations

from typing import TypeVar

from pokermasa.rules.act import AllIn, Call, PotShareRaise, Raise
from pokermasa.rules.view import View

_ALL_IN = AllIn()
T = TypeVar("T")


def as_all_in(view: View, act: T) -> T | AllIn:
    """The all-in, if *act* is a call or a raise for the last chips of the stack to act and that may
    go all in; else *act* as it stands, whatever it is.

    >>> from pokermasa.rules import Blinds, Dealer, Situation
    >>> short = View.of(Situation(Dealer.start([200, 200, 60], 0, Blinds(50, 100))), viewer=0)
    >>> as_all_in(short, Raise(to=200)), as_all_in(short, Raise(to=199)), as_all_in(short, Call())
    (AllIn(to=None), Raise(to=199), Call())
    """
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
