"""The public betting of heads-up fixed limit: four bets a round, blinds 1 and 2, bets 2 and 4.

After the flop every round has the same ten decisions and nine ways on (see cuda/round.h), so a
line is a number: line = 9 × the line before + way. Before the flop the button (player 0) speaks
first; afterwards the big blind (player 1).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

WAYS = 9
LEVEL = np.array([0, 1, 2, 3, 4, 1, 2, 3, 4])
LINES = (7, 63, 567)
PAD = 576
BETS = (2, 4, 4)
FLOP_BASE = np.array([2, 4, 6, 8, 4, 6, 8])


def bases() -> list[np.ndarray]:
    """What each has put in before the flop's, the turn's, the river's betting: by line."""
    flop = FLOP_BASE
    turn = (flop[:, np.newaxis] + BETS[0] * LEVEL).ravel()
    river = (turn[:, np.newaxis] + BETS[1] * LEVEL).ravel()
    return [flop, turn, river]


class Node(NamedTuple):
    """A decision before the flop."""

    player: int
    fold: int | None
    """What who folds has put in; none where nothing is to be called."""
    call: int
    """A line, from 0; or, from -1 down, the node -1 - call."""
    raises: int | None
    """A node."""


PREFLOP = (
    Node(0, 1, -1 - 1, 2),  # the button: fold, call, raise
    Node(1, None, 0, 5),  # the big blind after a call
    Node(1, 2, 1, 3),  # facing two bets …
    Node(0, 4, 2, 4),
    Node(1, 6, 3, None),
    Node(0, 2, 4, 6),  # … and the same after a call
    Node(1, 4, 5, 7),
    Node(0, 6, 6, None),
)
