"""The observation of a learner, as numbers from 0 to 1.

It is made from a `View`, so it contains only what a person at that seat could see. Seats are
counted clockwise from the learner's own. Amounts are shares of all chips on the table.

| numbers | content |
| ---: | --- |
| 52 | the learner's two cards, by card number: 4 × (rank − 2) + suit |
| 52 | the board |
| 4 | the round, one-hot |
| N | the button, one-hot |
| N | 1 for seats that have folded |
| N | 1 for seats that are all in |
| N | chips behind |
| 4 N | chips put in during each round, the first round first; blinds count during their round, and later if the seat has acted in it |
| 4 N | raises in each round, in tenths, at most ten |
| 4 | the pot, the chips to call, the least and the largest amount of a raise |

Twins: learn/lockstep.py (compiled).
"""  # noqa: E501

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pokermasa.learn.action import raise_range
from pokermasa.rules import Chips, Role, View

Floats: TypeAlias = npt.NDArray[np.float32]
HOLE, BOARD, ROUND, SEATS = 0, 52, 104, 108
PER_SEAT = 12
MOST_RAISES = 10


def size(players: int) -> int:
    """Return the length of the observation.

    >>> size(2), size(6)
    (136, 184)
    """
    return SEATS + PER_SEAT * players + 4


def encode(view: View, chips: Chips) -> Floats:
    """Return the observation of a view. *chips* is the total of all chips on the table."""
    assert view.viewer is not None
    n, me = len(view.players), view.viewer
    # Filling a list and converting it once is faster than filling an array element by element.
    seen = [0.0] * size(n)
    for card in view.players[me].cards or ():
        seen[HOLE + card.number] = 1
    for card in view.board:
        seen[BOARD + card.number] = 1
    round = view.round.place
    seen[ROUND + round] = 1
    seen[SEATS + (view.button - me) % n] = 1
    put_in, raises = SEATS + 4 * n, SEATS + 8 * n
    for past in view.past:
        at = past.round.place * n + (past.index - me) % n
        seen[put_in + at] = past.to / chips
        seen[raises + at] += past.act.raises
    for at in range(raises, raises + 4 * n):
        seen[at] = min(seen[at], MOST_RAISES) / MOST_RAISES
    for index, role, _, stack, wager, _, _ in view.players:
        seat = SEATS + (index - me) % n
        seen[seat + n] = role is Role.FOLDED
        seen[seat + 2 * n] = index in view.all_ins
        seen[seat + 3 * n] = stack / chips
        if not view.settled:
            seen[seat + (4 + round) * n] = wager / chips
    least, most = raise_range(view)
    seen[-4:] = view.pot / chips, view.to_call / chips, least / chips, most / chips
    return np.array(seen, np.float32)
