"""Repeats what laying out every board would say; held by tests/equity/test_preflop.py.

Before the flop: each of the 169 classes of hands against any ranges, by a table.

For each class, thousands of drawn boards are put into heaps: by how well it does on a board against
any hand, and against strong ones. Of each heap the table knows how often every other class is
beaten there. Several opponents on boards of one heap are as good as independent, so a question is
a product for each heap, with as much behind it as if all the boards had been gone through. Suits
count as far as a class does: all offsuit ace-kings are one hand.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Floats, UInt8s, UInt64s
from pokermasa.batch.combo import combos
from pokermasa.batch.kernel import kernel, light
from pokermasa.equity.heaps import CLASSES, HEAPS, heaps
from pokermasa.equity.outlook import COMBOS

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
    hands = np.array([np.flatnonzero(cells == cell)[0] for cell in range(CLASSES)])
    boards, won, there = heaps()
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
    # thrice what it takes, as in `against.answers`
    light(_weigh, 3 * COMBOS * len(stays))(stays, hand, combos().mask, combos().hand_class, weights)
    won, there = weights @ table.won[cell].T, weights @ table.there[cell].T
    chance, taken = np.zeros(len(stays) + 1), np.zeros(len(stays) + 1)
    light(_share, 6 * HEAPS * len(taken) ** 2)(
        table.boards[cell], won, there, stays.sum(axis=1), folding, chance, taken
    )
    return chance, taken * table.crowd[: len(taken)]


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
