"""Twin of `strength.rank`, compiled, compared by tests/batch/test_evaluate.py.

Tables from which compiled code reads hand ranks.

A hand is a mask: sixteen bits for each suit, one for each rank in it. `suits` maps the ranks of one
suit to a key, and the keys of the four suits are added. From the lowest bit, the sum holds:

- 16 bits that say how often each of the ranks 2 to 8 occurs;
- 16 bits that say the same for the ranks 9 to ace;
- the number of the flush, if a suit has five cards or more.

The first part selects a block in `values`, and the second part an index within it. There is no gap
and no search: a block has one element for each set of high ranks that can complete the hand. The
hand rank is that of the flush or that of the ranks, whichever is higher.
"""

from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Ints, UInt16s, UInt64s
from pokermasa.batch.kernel import scalar
from pokermasa.strength.category import STRONGEST, Category
from pokermasa.strength.hand_ranking import hand_ranking

# A sum of these keys determines how often each rank occurs, with at most four of a rank and seven
# in all: each key is the smallest number that keeps all sums different. Found by search.
_KEYS = (1, 5, 24, 112, 521, 2247, 9244)
_RANK_KEYS = np.array([*_KEYS, *(key << 16 for key in _KEYS[:6])], dtype=np.int64)

_PART = np.uint64(0xFFFF)
_16, _32, _48 = np.uint64(16), np.uint64(32), np.uint64(48)


class Lookup(NamedTuple):
    """The tables for hands of one size. They are arguments of the kernels, so their values are not
    compiled in."""

    bits: UInt64s  # by card number: its bit in a mask; 0 from 52 on
    suits: UInt64s  # by the ranks of one suit: the key
    low: UInt16s  # by the lower part of a key: start of the block
    high: UInt16s  # by the upper part of a key: index in the block
    values: UInt16s  # by index: the hand rank without flushes


@cache
def lookup(cards: int) -> Lookup:
    """Return the tables for hands of five, six or seven cards.

    >>> sum(table.nbytes for table in lookup(7)) // 1024
    303
    """
    keys, values = _by_ranks(cards)
    high = _shared().high
    below = keys & 0xFFFF
    starts, counts = np.unique(below, return_counts=True)
    low = np.zeros(_MOST_LOW[cards] + 1, np.uint16)
    low[starts] = np.cumsum(counts) - counts
    placed = np.zeros(len(keys) + int(high.max()), np.uint16)
    placed[low[below].astype(np.int64) + high[keys >> 16]] = values
    return _shared()._replace(low=low, values=placed)


# Equity code also looks up impossible hands, with up to six cards of a rank, and discards the
# result. The tables are large enough for them.
_MOST_LOW = {
    5: 4 * _KEYS[6] + _KEYS[5],
    6: 4 * _KEYS[6] + 2 * _KEYS[5],
    7: 6 * _KEYS[6] + _KEYS[5],
}
_MOST_HIGH = 6 * _KEYS[5] + _KEYS[4]


@cache
def _shared() -> Lookup:
    """Return the tables that do not depend on the size of the hand."""
    bits = np.zeros(256, np.uint64)
    number = np.arange(52, dtype=np.uint64)
    bits[:52] = np.uint64(1) << (number % np.uint64(4) * _16 + number // np.uint64(4))
    ranks = np.arange(1 << 13)[:, np.newaxis] >> np.arange(13) & 1
    suits = (ranks @ _RANK_KEYS + (_flushes() << 32)).astype(np.uint64)

    high = np.zeros(_MOST_HIGH + 1, np.uint16)
    for count in range(8):
        sets = np.sort(_rank_sets(6, count) @ _RANK_KEYS[7:] >> 16)
        high[sets] = np.arange(len(sets))
    return Lookup(bits, suits, low=high, high=high, values=high)


def _flushes() -> Ints:
    """Return the flush or straight flush of each set of ranks of one suit; 0 if there is none. Sets
    of eight or more ranks are not needed."""
    flushes = np.zeros(1 << 13, np.int64)
    for category in (Category.FLUSH, Category.STRAIGHT_FLUSH):
        for number in category.ranks:
            flushes[sum(1 << rank - 2 for rank in hand_ranking()[number])] = number
    masks = np.arange(1 << 13)
    counts = np.bitwise_count(masks)
    for count in (6, 7):
        more = masks[counts == count]
        for rank in range(13):
            flushes[more] = np.maximum(flushes[more], flushes[more & ~(1 << rank)])
    return flushes


@cache
def _by_ranks(cards: int) -> tuple[Ints, Ints]:
    """Return the keys of all sets of ranks of a size, in ascending order, and the hand rank of
    each without a flush."""
    if cards == 5:
        flushes = {*Category.FLUSH.ranks, *Category.STRAIGHT_FLUSH.ranks}
        values = np.array([number for number in range(1, STRONGEST + 1) if number not in flushes])
        keys = np.array(
            [sum(_RANK_KEYS[np.array(hand_ranking()[number]) - 2]) for number in values]
        )
    else:
        sets = _rank_sets(13, cards)
        keys = sets @ _RANK_KEYS
        values = np.zeros(len(keys), np.int64)
        fewer, worth = _by_ranks(cards - 1)
        for rank, key in enumerate(_RANK_KEYS):
            has_rank = sets[:, rank] > 0
            without = worth[np.searchsorted(fewer, keys[has_rank] - key)]
            values[has_rank] = np.maximum(values[has_rank], without)
    order = np.argsort(keys)
    return keys[order], values[order]


def _rank_sets(ranks: int, cards: int) -> Ints:
    """Return all sets of *cards* cards as rows of how often each rank occurs."""
    rows = np.array([*combinations_with_replacement(range(ranks), cards)], dtype=np.int64)
    counts = np.zeros((len(rows), ranks), np.int64)
    for column in rows.T:
        counts[np.arange(len(rows)), column] += 1
    return counts[(counts <= 4).all(axis=1)]


@scalar
def value(mask: np.uint64, tables: Lookup) -> np.uint64:
    """Return the hand rank of a mask with as many cards as *tables* are made for. Compiled code
    only."""
    key = (
        tables.suits[mask & _PART]
        + tables.suits[mask >> _16 & _PART]
        + tables.suits[mask >> _32 & _PART]
        + tables.suits[mask >> _48]
    )
    return max(value_of_ranks(key, tables), key >> _32)


@scalar
def value_of_ranks(key: np.uint64, tables: Lookup) -> np.uint64:
    """Return the hand rank of a key without flushes. Compiled code only."""
    block = np.uint64(tables.low[key & _PART])
    return np.uint64(tables.values[block + np.uint64(tables.high[key >> _16 & _PART])])


def values_of(masks: UInt64s, tables: Lookup) -> UInt16s:
    """Return the hand ranks of an array of masks, without compiled code.

    Twin of `value`, compared by tests/batch/test_evaluate.py.
    """
    key = tables.suits[masks & _PART]
    for shift in (_16, _32, _48):
        key = key + tables.suits[masks >> shift & _PART]
    numbers: UInt16s = np.maximum(ranks_of(key, tables), (key >> _32).astype(np.uint16))
    return numbers


def ranks_of(keys: UInt64s, tables: Lookup) -> UInt16s:
    """Return the hand ranks of an array of keys without flushes, without compiled code.

    Twin of `value_of_ranks`, compared by tests/batch/test_evaluate.py.
    """
    places = tables.low[keys & _PART].astype(np.int64) + tables.high[keys >> _16 & _PART]
    numbers: UInt16s = tables.values[places]
    return numbers
