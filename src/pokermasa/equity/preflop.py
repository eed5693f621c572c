"""Repeats what laying out every board would say; held by tests/equity/test_preflop.py.

Before the flop: each of the 169 classes of hands against any ranges, by a table.

For each class, thousands of drawn boards are put into buckets: by how well it does on a board against
any hand, and against strong ones. Of each bucket the table knows how often every other class is
beaten there. Several opponents on boards of one bucket are as good as independent, so a question is
a product for each bucket, with as much behind it as if all the boards had been gone through. Suits
count as far as a class does: all offsuit ace-kings are one hand.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokermasa.batch.array import Floats
from pokermasa.batch.combo import combos
from pokermasa.batch.kernel import kernel
from pokermasa.equity.class_strength import CROWD
from pokermasa.equity.preflop_buckets import CLASSES, count_buckets, first_hands


class Preflop(NamedTuple):
    """Of one class of hands."""

    boards: Floats
    """[bucket]: how many were drawn."""
    won: Floats
    """[bucket, other class]: on its boards, the chance that the other hand can be there and is
    beaten; a tie is half of that."""
    there: Floats
    """[bucket, other class]: that it can be there: none of its cards is on the board."""
    edges: Floats
    """[other class]: the part of the pot that it takes from it."""


@cache
def preflop(cell: int) -> Preflop:
    """Of the class in that cell of the grid: computed once in a process, in some milliseconds."""
    masks, cells = combos().mask, combos().hand_class
    boards, won, there = count_buckets(cell)
    edges = won.sum(axis=0) / there.sum(axis=0)
    # how many hands of a class are left when one of this class is held
    left = np.bincount(cells[masks & masks[first_hands()[cell]] == 0], minlength=CLASSES)
    of_a_board = left * np.maximum(boards, 1)[:, np.newaxis]
    return Preflop(boards, won / of_a_board, there / of_a_board, edges)


def shares(hand: int, stays: Floats, folding: Floats) -> tuple[Floats, Floats]:
    """As `pokermasa.equity.against.shares`."""
    table = preflop(int(combos().hand_class[hand]))
    weights = _by_class(stays, combos().mask & combos().mask[hand] == 0)
    won, there = weights @ table.won.T, weights @ table.there.T
    chance, taken = np.zeros(len(stays) + 1), np.zeros(len(stays) + 1)
    _share(table.boards, won, there, stays.sum(axis=1), folding, chance, taken)
    return chance, taken * np.array(CROWD[: len(taken)])


def _by_class(stays: Floats, free: npt.NDArray[np.bool_]) -> Floats:
    """[opponent, class]: the part of its hands that are of that class, of those that can be there;
    added up in their order."""
    cells = combos().hand_class[free]
    weights = np.array([np.bincount(cells, own[free], CLASSES) for own in stays])
    totals = np.cumsum(stays[:, free], axis=1)[:, -1:]
    return weights / np.where(totals > 0, totals, 1.0)


@kernel
def _share(
    boards: Floats,
    won: Floats,
    there: Floats,
    staying: Floats,
    folding: Floats,
    chance: Floats,
    taken: Floats,
) -> None:
    players = len(staying)
    chance[0] = 1.0
    for player in range(players):
        for count in range(player + 1, -1, -1):
            before = chance[count - 1] if count > 0 else 0.0
            chance[count] = chance[count] * folding[player] + before * staying[player]
    parts = np.zeros(players + 1)
    possible = np.zeros(players + 1)
    whole = np.zeros(players + 1)
    for bucket in range(len(boards)):
        if not boards[bucket]:
            continue
        parts[:] = 0.0
        possible[:] = 0.0
        parts[0] = possible[0] = boards[bucket]
        for player in range(players):
            for count in range(player + 1, -1, -1):
                before = parts[count - 1] if count > 0 else 0.0
                parts[count] = (
                    parts[count] * folding[player] + before * staying[player] * won[player, bucket]
                )
                before = possible[count - 1] if count > 0 else 0.0
                possible[count] = (
                    possible[count] * folding[player]
                    + before * staying[player] * there[player, bucket]
                )
        for count in range(players + 1):
            taken[count] += parts[count]
            whole[count] += possible[count]
    for count in range(players + 1):
        taken[count] *= chance[count] / whole[count] if whole[count] > 0 else 0.0
