"""The betting tree of heads-up fixed limit: four bets in each round, blinds 1 and 2, bets 2 and 4.

After the flop, every round has the same ten decisions and nine ends that lead to the next round
(see cuda/round.h). A line is therefore a number: 9 × the line before + the end. Before the flop the
button (player 0) acts first, later the big blind (player 1).
"""

from __future__ import annotations

import numpy as np

from pokermasa.bots.limit.line import FLOP_PUT_IN, LEVELS, PREFLOP, WAYS
from pokermasa.bots.limit.table import LINES

LEVEL = np.array(LEVELS)
PAD = 576
BETS = (2, 4, 4)
FLOP_BASE = np.array(FLOP_PUT_IN)


def bases() -> list[np.ndarray]:
    """Return the chips that each player has put in before the betting of the flop, turn and river,
    by line."""
    flop = FLOP_BASE
    turn = (flop[:, np.newaxis] + BETS[0] * LEVEL).ravel()
    river = (turn[:, np.newaxis] + BETS[1] * LEVEL).ravel()
    return [flop, turn, river]


__all__ = ["BETS", "FLOP_BASE", "LEVEL", "LINES", "PAD", "PREFLOP", "WAYS", "bases"]
