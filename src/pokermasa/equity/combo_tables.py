"""What all boards have in common: the 1326 hands of two cards by rank and suit."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Ints, UInt8s, UInt64s
from pokermasa.batch.combo import combos
from pokermasa.batch.lookup import lookup
from pokermasa.strength.category import STRONGEST

COMBOS = 1326
FINE = 2  # strength takes four hand numbers in a row for the same
STEPS = (STRONGEST >> FINE) + 1
KEY, RANKS = np.uint64(0xFFFFFFFF), np.uint64(0x1FFF)  # of a suit's entry in `lookup`; of a mask


class ComboTables(NamedTuple):
    masks: UInt64s
    """By combo."""
    pairs: UInt8s
    """By combo: which of the 91 pairs of ranks it is."""
    pair_keys: UInt64s
    """By pair of ranks: what it adds to the key of the board (see `lookup`)."""
    suited: Ints
    """[suit, 78]: the combos of that suit."""
    holding: Ints
    """[card, 51]: the combos that hold it."""


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
