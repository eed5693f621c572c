"""The table behind `pokermasa.equity.preflop`, counted from drawn boards.

For each class of hands, thousands of boards are put into heaps, by how well it does there. The
boards are the same in every process.
"""

from __future__ import annotations

import numpy as np

from pokermasa.batch.array import Floats, Ints, UInt8s, UInt16s, UInt64s
from pokermasa.batch.combo import combos
from pokermasa.batch.kernel import kernel
from pokermasa.equity.outlook import COMBOS, look
from pokermasa.strength.category import STRONGEST

CLASSES = 169
BOARDS = 8192
_COARSE = 12  # by how well a hand does against any other …
_FINER = 6  # … and each of these by how well against strong ones
HEAPS = _COARSE * _FINER
_STRONG = 0.15  # of all hands


def heaps() -> tuple[Floats, Floats, Floats]:
    """`boards`, `won` and `there` of `Preflop`, counted."""
    masks, cells = combos().mask, combos().hand_class
    seen = look((), BOARDS)
    strong = np.zeros(COMBOS, np.uint8)
    strong[np.argsort(seen.strength)[-round(_STRONG * COMBOS) :]] = 1
    hands = np.array([np.flatnonzero(cells == cell)[0] for cell in range(CLASSES)])
    boards = np.zeros((CLASSES, HEAPS))
    won = np.zeros((CLASSES, HEAPS, CLASSES))
    there = np.zeros((CLASSES, HEAPS, CLASSES))
    heaped = np.zeros((BOARDS, CLASSES), np.uint8)
    _sort(seen.values, hands, strong, heaped)
    _heap(seen.values, hands, masks, cells, heaped, boards, won, there)
    return boards, won, there


@kernel
def _sort(values: UInt16s, hands: Ints, strong: UInt8s, heaps: UInt8s) -> None:
    """[board, class]: the heap that a board belongs to for that class."""
    any_hand = np.zeros(STRONGEST + 1, np.int32)
    strong_hand = np.zeros(STRONGEST + 1, np.int32)
    for board in range(len(values)):
        row = values[board]
        any_hand[:] = 0
        strong_hand[:] = 0
        for combo in range(len(row)):
            any_hand[row[combo]] += 1
            strong_hand[row[combo]] += strong[combo]
        # up to each value: how many hands are beaten, and half of those that tie, in halves
        any_hand[0] = strong_hand[0] = 0
        below, strong_below = 0, 0
        for number in range(1, len(any_hand)):
            here, strong_here = any_hand[number], strong_hand[number]
            any_hand[number] = 2 * below + here
            strong_hand[number] = 2 * strong_below + strong_here
            below += here
            strong_below += strong_here
        for cell in range(len(hands)):
            mine = row[hands[cell]]
            coarse = min(_COARSE - 1, _COARSE * any_hand[mine] // (2 * below))
            fine = min(_FINER - 1, _FINER * strong_hand[mine] // (2 * strong_below))
            heaps[board, cell] = coarse * _FINER + fine


@kernel
def _heap(
    values: UInt16s,
    hands: Ints,
    masks: UInt64s,
    cells: UInt8s,
    heaps: UInt8s,
    boards: Floats,
    won: Floats,
    there: Floats,
) -> None:
    # halves of a pot won in the lower sixteen bits, boards where the hand can be in the upper
    both = np.zeros((boards.shape[1], len(masks)), np.int32)
    for cell in range(len(hands)):
        hand = hands[cell]
        both[:] = 0
        for board in range(len(values)):
            mine = values[board, hand]
            if not mine:
                continue
            row, sums = values[board], both[heaps[board, cell]]
            boards[cell, heaps[board, cell]] += 1
            for combo in range(len(masks)):
                other = row[combo]
                seen = np.int32(other < mine) + np.int32(other <= mine) + np.int32(65536)
                sums[combo] += seen if other != 0 else np.int32(0)
        for heap in range(len(both)):
            for combo in range(len(masks)):
                if not masks[combo] & masks[hand]:
                    won[cell, heap, cells[combo]] += (both[heap, combo] & 65535) / 2
                    there[cell, heap, cells[combo]] += both[heap, combo] >> 16
