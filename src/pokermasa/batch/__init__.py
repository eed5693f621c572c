"""The game on NumPy arrays, compiled with Numba: millions of hands, and hand evaluation in bulk.

>>> import numpy as np
>>> evaluate(np.array([[51, 47, 43, 39, 35, 1, 4]], dtype=np.uint8))
array([7462], dtype=uint16)
"""

try:
    import numba as _numba  # noqa: F401
    import numpy as _numpy  # noqa: F401
except ImportError as error:
    words = "pokermasa.batch, equity and solve need: pip install 'pokermasa[batch]'"
    raise ImportError(words, name=error.name) from error

from pokermasa.batch.chart import Chart, hand_classes
from pokermasa.batch.evaluate import evaluate
from pokermasa.batch.hand import CALL, FOLD, RAISE
from pokermasa.batch.policy import Policy, View
from pokermasa.batch.rollout import PolicyError, Rollout, cards_of, rollout
from pokermasa.batch.table import NOBODY, Saved, Table
from pokermasa.batch.tables import HIDDEN, Legal, Observation, Tables

__all__ = [
    "CALL",
    "FOLD",
    "HIDDEN",
    "NOBODY",
    "RAISE",
    "Chart",
    "Legal",
    "Observation",
    "Policy",
    "PolicyError",
    "Rollout",
    "Saved",
    "Table",
    "Tables",
    "View",
    "cards_of",
    "evaluate",
    "hand_classes",
    "rollout",
]
