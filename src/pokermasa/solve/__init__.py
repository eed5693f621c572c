"""A solver for heads-up subgames from the flop on, with real cards, by discounted CFR.

The algorithm is in `discounted_cfr`. The result is an approximate Nash equilibrium together with
its exploitability.

>>> subgame = Subgame.from_board(
...     "2c 7d 9h Js Qs", pot=100, stack=100, oop="AA, 88", ip="KK", bets="all-in"
... )
>>> solution = solve(subgame, target=0.01)
>>> f"{solution.value[0]:.0f} of {subgame.pot} chips"
'75 of 100 chips'
"""

import pokermasa.batch  # noqa: F401  (says what to install)
from pokermasa.solve.advice import Advice, advise
from pokermasa.solve.by_hand import ByHand
from pokermasa.solve.place import Place
from pokermasa.solve.pushfold import PushFold, push_or_fold
from pokermasa.solve.refusal import SolveError, SolveRefusal
from pokermasa.solve.size import Sizes
from pokermasa.solve.solution import Progress, Solution
from pokermasa.solve.solving import judge, lock, solve
from pokermasa.solve.subgame import Subgame

__all__ = [
    "Advice",
    "ByHand",
    "Place",
    "Progress",
    "PushFold",
    "Sizes",
    "Solution",
    "SolveError",
    "SolveRefusal",
    "Subgame",
    "advise",
    "judge",
    "lock",
    "push_or_fold",
    "solve",
]
