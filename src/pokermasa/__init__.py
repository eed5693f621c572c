"""The open poker room: Texas hold'em as exact values, and a place to play it.

The names that are used most can be imported from here. Each is loaded at its first use:

>>> from pokermasa import Blinds, Dealer, Raise, Range, Situation, equities, evaluate
>>> evaluate("As Ks Qs Js Ts 2d 3c").category.name
'STRAIGHT_FLUSH'
>>> Situation(Dealer.start([200, 200, 60], button=0, blinds=Blinds(1, 2))).move(Raise(to=6))
<Move: stack 0 Raise(to=6), then <Situation: preflop, pot 9, 3 of 3 left, stack 1 to act>>
>>> equities(["AhKh", Range("QQ+")])
<Equity (exact): AhKh 34.6%, QQ+ 65.4%>

`equities` is `pokermasa.equity.equity`. Everything else is in its package (docs/api.md).
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pokermasa.cards import Card, Deck, Hand
    from pokermasa.equity import calculation
    from pokermasa.histories import phh
    from pokermasa.masa import Masa
    from pokermasa.notation import fen, uci
    from pokermasa.rules import (
        AllIn,
        Blinds,
        Call,
        Check,
        Dealer,
        Fold,
        HandDealer,
        HouseRules,
        IllegalAct,
        Raise,
        Situation,
        View,
    )
    from pokermasa.strength import Range, evaluate

    equities = calculation.equity

__version__ = "0.1.0"
# Without `equities`, so that `from pokermasa import *` works without the extra that it needs.
__all__ = [
    "AllIn",
    "Blinds",
    "Call",
    "Card",
    "Check",
    "Dealer",
    "Deck",
    "Fold",
    "Hand",
    "HandDealer",
    "HouseRules",
    "IllegalAct",
    "Masa",
    "Raise",
    "Range",
    "Situation",
    "View",
    "__version__",
    "evaluate",
    "fen",
    "phh",
    "uci",
]

_ROOMS = {
    **dict.fromkeys(("Card", "Deck", "Hand"), "cards"),
    **dict.fromkeys(("Range", "evaluate"), "strength"),
    **dict.fromkeys(("AllIn", "Call", "Check", "Fold", "Raise"), "rules"),
    **dict.fromkeys(("Blinds", "Dealer", "HandDealer", "HouseRules", "IllegalAct"), "rules"),
    **dict.fromkeys(("Situation", "View"), "rules"),
    **dict.fromkeys(("fen", "uci"), "notation"),
    "Masa": "masa",
    "equities": "equity",
    "phh": "histories",
}
# The function has another name in its package, where it would hide the package here.
_NAMED_THERE = {"equities": "equity"}


def __getattr__(name: str) -> Any:
    # Lazily, so that `import pokermasa.rules` imports the rules and nothing above them.
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    room = import_module(f"{__name__}.{_ROOMS[name]}")
    try:
        return getattr(room, _NAMED_THERE.get(name, name))
    except AttributeError:  # a module of the room
        return import_module(f"{room.__name__}.{name}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_ROOMS})
