"""Twin of a count of every board (tests/batch/brute.py), compared by tests/equity/test_preflop.py.

Equity before the flop of each of the 169 classes of hands against any ranges, by a table.

Thousands of random boards are put into buckets, by how well a class does on them against all hands
and against strong hands. For each bucket, the table has how often every other class is beaten. On
boards of one bucket, several opponents are nearly independent, so the equity is a product for each
bucket, nearly as accurate as if all drawn boards were visited. Only the class of a hand counts: all
offsuit ace-kings are equal.
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
    """The table of one class of hands."""

    boards: Floats
    """Number of boards in each bucket."""
    won: Floats
    """Probability that a hand of the other class is possible and beaten on a board of the bucket; a
    tie counts half. Indexed by bucket and other class."""
    there: Floats
    """Probability that a hand of the other class is possible, that is, shares no card with the
    board. Indexed by bucket and other class."""
    edges: Floats
    """Equity against each other class."""


@cache
def preflop(cell: int) -> Preflop:
    """Return the table of a class, given by its cell in the grid. It is computed once in a process,
    in some milliseconds."""
    masks, cells = combos().mask, combos().hand_class
    boards, won, there = count_buckets(cell)
    edges = won.sum(axis=0) / there.sum(axis=0)
    # Number of hands of each class that share no card with a hand of this class.
    left = np.bincount(cells[masks & masks[first_hands()[cell]] == 0], minlength=CLASSES)
    of_a_board = left * np.maximum(boards, 1)[:, np.newaxis]
    return Preflop(boards, won / of_a_board, there / of_a_board, edges)


def shares(hand: int, stays: Floats, folding: Floats) -> tuple[Floats, Floats]:
    """Return the same as `against.shares`, before the flop."""
    table = preflop(int(combos().hand_class[hand]))
    weights = _by_class(stays, combos().mask & combos().mask[hand] == 0)
    won, there = weights @ table.won.T, weights @ table.there.T
    chance, taken = np.zeros(len(stays) + 1), np.zeros(len(stays) + 1)
    _share(table.boards, won, there, stays.sum(axis=1), folding, chance, taken)
    return chance, taken * np.array(CROWD[: len(taken)])


def _by_class(stays: Floats, free: npt.NDArray[np.bool_]) -> Floats:
    """Return each opponent's range by class, as probabilities of the possible hands. Sums run in
    the order of the combos, so that the result is the same everywhere."""
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
