"""Tables of the 1326 combos by rank and suit, the same for all boards."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Ints, UInt8s, UInt64s
from pokermasa.batch.combo import combos
from pokermasa.batch.lookup import lookup
from pokermasa.strength.category import STRONGEST

COMBOS = 1326
"""Number of combos, that is, of hands of two cards."""
FINE = 2  # bits of a hand rank that strength ignores: four neighbours count as equal
STEPS = (STRONGEST >> FINE) + 1
KEY = np.uint64(0xFFFFFFFF)  # bits of an entry of `Lookup.suits` without its flush
RANKS = np.uint64(0x1FFF)  # bits of one suit in a mask


class ComboTables(NamedTuple):
    """The combos, arranged for the loop of `board_strengths`."""

    masks: UInt64s
    """The mask of each combo."""
    pairs: UInt8s
    """The index of each combo's pair of ranks, of 91."""
    pair_keys: UInt64s
    """The key of each pair of ranks, to be added to that of the board (see `lookup`)."""
    suited: Ints
    """The 78 combos of each suit."""
    holding: Ints
    """The 51 combos that hold each card."""


@cache
def combo_tables() -> ComboTables:
    high, low = combos().high.astype(np.int64), combos().low.astype(np.int64)
    keys = lookup(7).suits[1 << np.arange(13)]
    ranks = high // 4 * 13 + low // 4
    pairs = np.unique(ranks)
    return ComboTables(
        combos().mask,
        np.searchsorted(pairs, ranks).astype(np.uint8),
        keys[pairs // 13] + keys[pairs % 13],
        np.array([np.flatnonzero((high % 4 == suit) & (low % 4 == suit)) for suit in range(4)]),
        np.array([np.flatnonzero((high == card) | (low == card)) for card in range(52)]),
    )
