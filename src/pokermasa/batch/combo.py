"""Twin of the order of `strength.range.COMBOS`, compared by tests/equity/test_counting.py.

The 1326 combos (hands of two cards) as arrays.
"""

from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Ints, UInt8s, UInt16s, UInt64s
from pokermasa.batch.lookup import lookup


class Combos(NamedTuple):
    """Arrays with one element for each combo."""

    high: UInt8s
    """The higher card."""
    low: UInt8s
    """The lower card."""
    mask: UInt64s
    """The cards as a mask, with sixteen bits for each suit (see `lookup`)."""
    hand_class: UInt8s
    """The cell in the 13 × 13 grid, row by row from AA, with suited hands above the diagonal."""


@cache
def combos() -> Combos:
    """Return the combos in order of their numbers."""
    high, low = np.tril_indices(52, -1)
    rank, kicker = 12 - high // 4, 12 - low // 4  # 0 is an ace
    suited = high % 4 == low % 4
    cells = np.where(suited, 13 * rank + kicker, 13 * kicker + rank)
    bits = lookup(7).bits
    return Combos(
        high.astype(np.uint8), low.astype(np.uint8), bits[high] + bits[low], cells.astype(np.uint8)
    )


@cache
def renamings() -> Ints:
    """Return the 24 permutations of the suits. The first is the identity."""
    return np.array([*permutations(range(4))])


@cache
def renamed_combos() -> UInt16s:
    """Return the combo that each combo becomes, indexed by renaming and combo."""
    table = combos()
    first = table.high // 4 * 4 + renamings()[:, table.high % 4]
    second = table.low // 4 * 4 + renamings()[:, table.low % 4]
    high, low = np.maximum(first, second), np.minimum(first, second)
    numbers: Ints = high * (high - 1) // 2 + low
    return numbers.astype(np.uint16)


def rename(masks: UInt64s, renaming: Ints) -> UInt64s:
    """Return *masks* with their suits renamed.

    >>> rename(np.array([0x1, 0x2_0000], dtype=np.uint64), np.array([1, 0, 2, 3])).tolist()
    [65536, 2]
    """
    renamed = np.zeros_like(masks)
    for suit, other in enumerate(renaming.tolist()):
        ranks = masks >> np.uint64(16 * suit) & np.uint64(0x1FFF)
        renamed |= ranks << np.uint64(16 * other)
    return renamed
