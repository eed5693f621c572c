"""The strength of poker hands, and ranges of hands.

A hand rank from 1 to 7462 orders all five-card hands; higher wins, equal ranks tie.

>>> value = evaluate("As Ks Qs Js Ts 2d 3c")
>>> value.rank, str(value)
(7462, 'royal flush')
>>> evaluate("Ah Ad Kc 9s 9h 4c 2d") > evaluate("Ah Ad Qc 9s 9h 4c 2d")
True
"""

from pokermasa.strength.category import Category
from pokermasa.strength.lookup import rank
from pokermasa.strength.range import Range, RangeError
from pokermasa.strength.value import HandValue, evaluate

__all__ = [
    "Category",
    "HandValue",
    "Range",
    "RangeError",
    "evaluate",
    "rank",
]
