"""What a learner sees, as numbers from 0 to 1. It is made from a `View`, so it holds nothing that a
person on that side could not see.

Seats are counted from the learner's own, clockwise; amounts are parts of all chips on the table.

| numbers | what |
| ---: | --- |
| 52 | its two cards, by card number: 4 × (rank − 2) + suit |
| 52 | the board |
| 4 | the round: one of them is 1 |
| N | where the button is |
| N | who has folded |
| N | who is all in |
| N | chips behind |
| 4 N | chips put in, in each round: first those of the first round; blinds count once who posted them has acted, or while their round lasts |
| 4 N | raises made in each round, in tenths, ten at most |
| 4 | the pot, what a call takes, the least and the most of a raise |

Repeated by learn/lockstep.py, compiled.
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
    """
    >>> size(2), size(6)
    (136, 184)
    """
    return SEATS + PER_SEAT * players + 4


def encode(view: View, chips: Chips) -> Floats:
    """*chips* are all there are on the table."""
    assert view.viewer is not None
    n, me = len(view.players), view.viewer
    # A list is filled, and made an array in one go: item by item, arrays are slow.
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
