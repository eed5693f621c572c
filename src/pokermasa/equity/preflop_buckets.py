"""Buckets of preflop boards, from which `preflop` computes equities.

For each class of hands, thousands of random boards are put into buckets by how well the class does
on them. All processes draw the same boards.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Floats, Int32s, Ints, UInt8s, UInt16s, UInt64s
from pokermasa.batch.combo import combos
from pokermasa.batch.kernel import kernel
from pokermasa.equity.board_strengths import compute_board_strengths
from pokermasa.equity.combo_tables import COMBOS

CLASSES = 169
"""Number of hand classes."""
BOARDS = 8192
"""Number of boards that are drawn."""
_COARSE = 12  # buckets by equity against all hands …
_FINER = 6  # … each divided by equity against strong hands
BUCKETS = _COARSE * _FINER
"""Number of buckets for each class."""
_STRONG = 0.15  # share of all hands that counts as strong


class ClassBuckets(NamedTuple):
    """The buckets of one class."""

    boards: Floats
    """Number of boards in each bucket."""
    won: Floats
    """Number of hands of each other class that are beaten, summed over the boards of a bucket; a
    tie counts half. Indexed by bucket and class."""
    there: Floats
    """Number of hands of each other class that share no card with the board, summed over the boards
    of a bucket. Indexed by bucket and class."""


def count_buckets(cell: int) -> ClassBuckets:
    """Return the buckets of a class, given by its cell in the 13 × 13 grid."""
    values, strong = _drawn()
    found = ClassBuckets(
        np.zeros(BUCKETS), np.zeros((BUCKETS, CLASSES)), np.zeros((BUCKETS, CLASSES))
    )
    _count(
        *(values, int(first_hands()[cell]), strong, combos().mask, combos().hand_class),
        *((_COARSE, _FINER), np.zeros((BUCKETS, COMBOS), np.int32), *found),
    )
    return found


@cache
def first_hands() -> Ints:
    """Return one combo of each class."""
    cells = combos().hand_class
    return np.array([np.flatnonzero(cells == cell)[0] for cell in range(CLASSES)])


@cache
def _drawn() -> tuple[UInt16s, UInt8s]:
    """Return the value of each hand on each drawn board, and which hands are strong."""
    seen = compute_board_strengths((), BOARDS)
    strong = np.zeros(COMBOS, np.uint8)
    strong[np.argsort(seen.strength)[-round(_STRONG * COMBOS) :]] = 1
    return seen.values, strong


@kernel
def _count(
    values: UInt16s,
    hand: int,
    strong: UInt8s,
    masks: UInt64s,
    cells: UInt8s,
    counts: tuple[int, int],
    both: Int32s,
    boards: Floats,
    won: Floats,
    there: Floats,
) -> None:
    # `both` holds two counts: half pots won in the lower 16 bits, possible boards in the upper.
    for board in range(len(values)):
        mine = values[board, hand]
        if not mine:
            continue
        row = values[board]
        # How many half pots are won against all hands, and against the strong ones.
        beaten, strong_beaten = np.int32(0), np.int32(0)
        alive, strong_alive = np.int32(0), np.int32(0)
        for combo in range(len(row)):
            other = row[combo]
            half = np.int32(other < mine) + np.int32(other <= mine)
            one = np.int32(other != 0)
            beaten += half * one
            alive += one
            strong_beaten += half * one * np.int32(strong[combo])
            strong_alive += one * np.int32(strong[combo])
        coarse = counts[0] * beaten // (2 * alive)
        fine = counts[1] * strong_beaten // (2 * strong_alive)
        if fine == counts[1]:  # beats every strong hand
            fine = fine - 1
        bucket = coarse * counts[1] + fine
        boards[bucket] += 1
        sums = both[bucket]
        for combo in range(len(row)):
            other = row[combo]
            seen = np.int32(other < mine) + np.int32(other <= mine) + np.int32(65536)
            sums[combo] += seen if other != 0 else np.int32(0)
    for each in range(len(both)):
        for combo in range(len(masks)):
            if not masks[combo] & masks[hand]:
                won[each, cells[combo]] += (both[each, combo] & 65535) / 2
                there[each, cells[combo]] += both[each, combo] >> 16
