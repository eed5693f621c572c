"""The open poker room: Texas hold'em as exact values, and a place to play it.

The names that are used most can be imported from here. Each is loaded at its first use:

>>> from pokermasa import Blinds, Dealer, Situation, evaluate, fen
>>> evaluate("As Ks Qs Js Ts 2d 3c").category.name
'STRAIGHT_FLUSH'

Equity is `pokermasa.equity.equity`; everything else is in its room (docs/architecture.md).
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pokermasa.cards import Card, Deck
    from pokermasa.histories import phh
    from pokermasa.masa import Masa
    from pokermasa.notation import fen, uci
    from pokermasa.rules import Blinds, Dealer, Situation
    from pokermasa.strength import evaluate

__version__ = "0.1.0"
__all__ = [
    "Blinds",
    "Card",
    "Dealer",
    "Deck",
    "Masa",
    "Situation",
    "__version__",
    "evaluate",
    "fen",
    "phh",
    "uci",
]

_ROOMS = {
    "Blinds": "rules",
    "Card": "cards",
    "Dealer": "rules",
    "Deck": "cards",
    "Masa": "masa",
    "Situation": "rules",
    "evaluate": "strength",
    "fen": "notation",
    "phh": "histories",
    "uci": "notation",
}


def __getattr__(name: str) -> Any:
    # Lazily, so that `import pokermasa.rules` imports the rules and nothing above them.
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    room = import_module(f"{__name__}.{_ROOMS[name]}")
    try:
        return getattr(room, name)
    except AttributeError:  # a module of the room
        return import_module(f"{room.__name__}.{name}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_ROOMS})
