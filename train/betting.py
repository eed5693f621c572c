"""The public betting of heads-up fixed limit: four bets a round, blinds 1 and 2, bets 2 and 4.

After the flop every round has the same ten decisions and nine ways on (see cuda/round.h), so a
line is a number: line = 9 × the line before + way. Before the flop the button (player 0) speaks
first; afterwards the big blind (player 1).
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
    """What each has put in before the flop's, the turn's, the river's betting: by line."""
    flop = FLOP_BASE
    turn = (flop[:, np.newaxis] + BETS[0] * LEVEL).ravel()
    river = (turn[:, np.newaxis] + BETS[1] * LEVEL).ravel()
    return [flop, turn, river]


__all__ = ["BETS", "FLOP_BASE", "LEVEL", "LINES", "PAD", "PREFLOP", "WAYS", "bases"]
