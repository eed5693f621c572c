"""The table behind `pokermasa.equity.preflop`, counted from drawn boards.

For a class of hands, thousands of boards are put into buckets, by how well it does there. The boards
are the same in every process.
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
BOARDS = 8192
_COARSE = 12  # by how well a hand does against any other …
_FINER = 6  # … and each of these by how well against strong ones
BUCKETS = _COARSE * _FINER
_STRONG = 0.15  # of all hands


class Buckets(NamedTuple):
    """Of one class."""

    boards: Floats
    """[bucket]: how many were drawn."""
    won: Floats
    """[bucket, other class]: how often its hands are beaten there; a tie is half of that."""
    there: Floats
    """[bucket, other class]: how often they can be there, with none of their cards on the board."""


def count_buckets(cell: int) -> Buckets:
    """For the class in that cell of the grid."""
    values, strong = _drawn()
    found = Buckets(np.zeros(BUCKETS), np.zeros((BUCKETS, CLASSES)), np.zeros((BUCKETS, CLASSES)))
    _count(
        *(values, int(first_hands()[cell]), strong, combos().mask, combos().hand_class),
        *((_COARSE, _FINER), np.zeros((BUCKETS, COMBOS), np.int32), *found),
    )
    return found


@cache
def first_hands() -> Ints:
    """[class]: one of its hands."""
    cells = combos().hand_class
    return np.array([np.flatnonzero(cells == cell)[0] for cell in range(CLASSES)])


@cache
def _drawn() -> tuple[UInt16s, UInt8s]:
    """[board, combo]: what each hand is worth; and which hands are strong."""
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
    # *both*: halves of a pot won in the lower sixteen bits, boards where the hand can be above
    for board in range(len(values)):
        mine = values[board, hand]
        if not mine:
            continue
        row = values[board]
        # halves: how many hands are beaten, of all and of the strong
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
        if fine == counts[1]:  # it beats all of them
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
