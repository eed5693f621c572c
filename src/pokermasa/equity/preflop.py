"""Repeats what laying out every board would say; held by tests/equity/test_preflop.py.

Before the flop: each of the 169 classes of hands against any ranges, by a table.

For each class, thousands of drawn boards are put into heaps: by how well it does on a board against
any hand, and against strong ones. Of each heap the table knows how often every other class is
beaten there. Several opponents on boards of one heap are as good as independent, so a question is
a product for each heap, with as much behind it as if all the boards had been gone through. The
boards are the same in every process. Suits count as far as a class does: all offsuit ace-kings are
one hand.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Floats, Ints, UInt8s, UInt16s, UInt64s
from pokermasa.batch.combo import combos
from pokermasa.batch.kernel import kernel
from pokermasa.equity.outlook import COMBOS, look
from pokermasa.strength.category import STRONGEST

CLASSES = 169
BOARDS = 8192
_HEAPS = 12  # by how well a hand does against any other …
_FINER = 6  # … and each of these by how well against strong ones
_STRONG = 0.15  # of all hands
_MOST = 22  # opponents that a deck has cards for


class Preflop(NamedTuple):
    boards: Floats
    """[class, heap]: how many were drawn."""
    won: Floats
    """[class, heap, other class]: on its boards, the chance that the other hand can be there and
    is beaten; a tie is half of that."""
    there: Floats
    """[class, heap, other class]: that it can be there: none of its cards is on the board."""
    crowd: Floats
    """[opponents]: what their holding different cards leaves of a hand's share. Each alone may hold
    any ace; of all of them, somebody has it more often than that would say."""
    edges: Floats
    """[class, other class]: the part of the pot that it takes from it."""
    strength: Floats
    """[class]: the part of all other hands that it beats."""


@cache
def preflop() -> Preflop:
    """Computed once in a process, in less than a second."""
    masks, cells = combos().mask, combos().hand_class
    seen = look((), BOARDS)
    strong = np.zeros(COMBOS, np.uint8)
    strong[np.argsort(seen.strength)[-round(_STRONG * COMBOS) :]] = 1
    hands = np.array([np.flatnonzero(cells == cell)[0] for cell in range(CLASSES)])
    heaps = _HEAPS * _FINER
    boards = np.zeros((CLASSES, heaps))
    won = np.zeros((CLASSES, heaps, CLASSES))
    there = np.zeros((CLASSES, heaps, CLASSES))
    heaped = np.zeros((BOARDS, CLASSES), np.uint8)
    _sort(seen.values, hands, strong, heaped)
    _heap(seen.values, hands, masks, cells, heaped, boards, won, there)
    # how many hands of a class are left when one is held, and their part of all that are
    left = np.array(
        [np.bincount(cells[masks & masks[hand] == 0], minlength=CLASSES) for hand in hands]
    )
    edges = won.sum(axis=1) / there.sum(axis=1)
    strength = (edges * left).sum(axis=1) / left.sum(axis=1)
    of_a_board = left[:, np.newaxis, :] * np.maximum(boards, 1)[:, :, np.newaxis]
    won /= of_a_board
    there /= of_a_board
    # Against hands that may be anything, everybody wins as often as the others.
    anything = left / left.sum(axis=1, keepdims=True)
    beaten, possible = [np.einsum("chx,cx->ch", part, anything) for part in (won, there)]
    opponents = np.arange(_MOST + 1)[:, np.newaxis, np.newaxis]
    share = (boards * beaten**opponents).sum(axis=2) / (boards * possible**opponents).sum(axis=2)
    crowd = 1 / (1 + opponents[:, 0, 0]) / (share @ np.bincount(cells) / COMBOS)
    return Preflop(boards, won, there, crowd, edges, strength)


def shares(hand: int, stays: Floats, folding: Floats) -> tuple[Floats, Floats]:
    """As `pokermasa.equity.against.shares`."""
    table, cell = preflop(), combos().hand_class[hand]
    weights = np.zeros((len(stays), CLASSES))
    _weigh(stays, hand, combos().mask, combos().hand_class, weights)
    won, there = weights @ table.won[cell].T, weights @ table.there[cell].T
    chance, taken = np.zeros(len(stays) + 1), np.zeros(len(stays) + 1)
    _share(table.boards[cell], won, there, stays.sum(axis=1), folding, chance, taken)
    return chance, taken * table.crowd[: len(taken)]


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
            coarse = min(_HEAPS - 1, _HEAPS * any_hand[mine] // (2 * below))
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


@kernel
def _weigh(stays: Floats, hand: int, masks: UInt64s, cells: UInt8s, weights: Floats) -> None:
    for player in range(len(stays)):
        total = 0.0
        for combo in range(len(masks)):
            if not masks[combo] & masks[hand]:
                weights[player, cells[combo]] += stays[player, combo]
                total += stays[player, combo]
        if total > 0:
            for cell in range(weights.shape[1]):  # the row at once would take a second to compile
                weights[player, cell] /= total


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
    for heap in range(len(boards)):
        if not boards[heap]:
            continue
        parts[:] = 0.0
        possible[:] = 0.0
        parts[0] = possible[0] = boards[heap]
        for player in range(players):
            for count in range(player + 1, -1, -1):
                before = parts[count - 1] if count > 0 else 0.0
                parts[count] = (
                    parts[count] * folding[player] + before * staying[player] * won[player, heap]
                )
                before = possible[count - 1] if count > 0 else 0.0
                possible[count] = (
                    possible[count] * folding[player]
                    + before * staying[player] * there[player, heap]
                )
        for count in range(players + 1):
            taken[count] += parts[count]
            whole[count] += possible[count]
    for count in range(players + 1):
        taken[count] *= chance[count] / whole[count] if whole[count] > 0 else 0.0
