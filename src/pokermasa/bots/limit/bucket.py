"""Twin of train/cuda/boards.cu for the CPU, compared by tests/train/test_best_response.py.

Computes the bucket of every hand on a board. It uses integers, so that all machines get equal
results.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

import numpy as np

from pokermasa.batch.array import Ints, UInt8s, UInt16s, UInt64s
from pokermasa.batch.combo import combos
from pokermasa.batch.kernel import kernel
from pokermasa.batch.lookup import lookup
from pokermasa.bots.limit.table import BINS, GROUPS, StrategyTable
from pokermasa.equity.board_strengths import values_on
from pokermasa.equity.combo_tables import COMBOS
from pokermasa.strength.category import STRONGEST

NONE = 65535
"""Bucket number of a hand that contains a board card."""
_OTHERS = 990  # opposing hands that remain after removing a hand and a five-card board


class Buckets:
    """Buckets of one strategy table, with a cache of recently used boards."""

    def __init__(self, table: StrategyTable) -> None:
        self._centres = tuple([np.ascontiguousarray(c).astype(np.int64) for c in table.centres])
        self._groups = table.groups[combos().hand_class].astype(np.int64)
        self._curves = lru_cache(maxsize=256)(_curves_on)
        self._all = lru_cache(maxsize=64)(self._find_all)

    def bucket(self, board: tuple[int, ...], hand: int) -> int:
        """Return the bucket of one hand on *board*, which has three to five card numbers."""
        return int(self._some(board, np.array([hand]))[0])

    def all(self, board: tuple[int, ...]) -> UInt16s:
        """Return the buckets of all hands as a read-only array [1326]."""
        return self._all(tuple(sorted(board)))

    def forget(self) -> None:
        """Clears the caches of all boards."""
        self._curves.cache_clear()
        self._all.cache_clear()

    def _find_all(self, board: tuple[int, ...]) -> UInt16s:
        points, there = self._points(board, np.arange(COMBOS))
        centres = self._centres[len(board) - 3].astype(np.float32)
        kinds, kind = np.unique(points, axis=0, return_inverse=True)
        # Squared distance without the term that is equal for all centres. All values are integers
        # below 2 ** 24, so float32 is exact.
        far = (centres**2).sum(axis=1) - 2 * kinds.astype(np.float32) @ centres.T
        buckets: UInt16s = far.argmin(axis=1).astype(np.uint16)[kind.ravel()]
        buckets[there == 0] = NONE
        buckets.setflags(write=False)
        return buckets

    def _some(self, board: tuple[int, ...], hands: Ints) -> UInt16s:
        points, there = self._points(board, hands)
        return _nearest(points, self._centres[len(board) - 3], there)

    def _points(self, board: tuple[int, ...], hands: Ints) -> tuple[UInt8s, UInt8s]:
        if len(board) < 5:
            curves, there = self._curves(tuple(sorted(board)))
            return curves[hands], there[hands]
        values = values_on(board, np.zeros(1, np.uint64))[0]
        fares = np.zeros((len(hands), GROUPS), np.uint8)
        _fares(values, combos().mask, self._groups, hands, fares)
        return fares, (values[hands] > 0).astype(np.uint8)


def _curves_on(board: tuple[int, ...]) -> tuple[UInt8s, UInt8s]:
    left = [card for card in range(52) if card not in board]
    runouts = np.array([*combinations(left, 5 - len(board))])
    values = values_on(board, lookup(7).bits[runouts].sum(axis=1))
    curves = np.zeros((COMBOS, BINS), np.uint8)
    _curves(values, combos().high, combos().low, curves)
    there: UInt8s = (values.max(axis=0) > 0).astype(np.uint8)
    return curves, there


@kernel
def _curves(values: UInt16s, high: UInt8s, low: UInt8s, curves: UInt8s) -> None:
    """Fills *curves*: for each hand, the cumulative histogram of its final strength against a
    random hand over all runouts, scaled to 255."""
    hands = values.shape[1]
    counts = np.zeros((hands, BINS), np.int64)
    seen = np.zeros(hands, np.int64)
    first = np.zeros(STRONGEST + 2, np.int64)
    order = np.zeros(hands, np.int64)
    below = np.zeros(52, np.int64)
    equal = np.zeros(52, np.int64)
    for runout in range(len(values)):
        row = values[runout]
        first[:] = 0
        for hand in range(hands):
            first[row[hand] + 1] += 1
        for number in range(1, STRONGEST + 2):
            first[number] += first[number - 1]
        start_of_live = first[1]
        for hand in range(hands):
            order[first[row[hand]]] = hand
            first[row[hand]] += 1
        below[:] = 0
        start = start_of_live
        while start < hands:
            end = start
            number = row[order[start]]
            while end < hands and row[order[end]] == number:
                hand = order[end]
                equal[high[hand]] += 1
                equal[low[hand]] += 1
                end += 1
            for place in range(start, end):
                hand = order[place]
                a, b = high[hand], low[hand]
                beaten = start - start_of_live - below[a] - below[b]
                tied = end - start - equal[a] - equal[b] + 1
                bin_number = BINS * (2 * beaten + tied) // (2 * _OTHERS)
                counts[hand, min(bin_number, BINS - 1)] += 1
                seen[hand] += 1
            for place in range(start, end):
                hand = order[place]
                for card in (high[hand], low[hand]):
                    below[card] += 1
                    equal[card] = 0
            start = end
    for hand in range(hands):
        if seen[hand]:
            total = 0
            for bin_number in range(BINS):
                total += counts[hand, bin_number]
                curves[hand, bin_number] = (255 * total + seen[hand] // 2) // seen[hand]


@kernel
def _fares(values: UInt16s, masks: UInt64s, groups: Ints, hands: Ints, fares: UInt8s) -> None:
    """Fills *fares*: the equity of each of *hands* against each group of hands, scaled to 255."""
    won = np.zeros(GROUPS, np.int64)
    met = np.zeros(GROUPS, np.int64)
    for place in range(len(hands)):
        hand = hands[place]
        mine, cards = values[hand], masks[hand]
        if not mine:
            continue
        won[:] = 0
        met[:] = 0
        for other in range(len(values)):
            his = values[other]
            if not his or masks[other] & cards:
                continue
            group = groups[other]
            met[group] += 2
            if mine > his:
                won[group] += 2
            elif mine == his:
                won[group] += 1
        for group in range(GROUPS):
            if met[group]:
                fares[place, group] = (255 * won[group] + met[group] // 2) // met[group]
            else:
                fares[place, group] = 127


def _nearest(points: UInt8s, centres: Ints, there: UInt8s) -> UInt16s:
    buckets = np.full(len(points), NONE, np.uint16)
    _find(points, centres, there, buckets)
    return buckets


@kernel
def _find(points: UInt8s, centres: Ints, there: UInt8s, buckets: UInt16s) -> None:
    for place in range(len(points)):
        if not there[place]:
            continue
        least, best = np.int64(1) << 40, 0
        for centre in range(len(centres)):
            far = np.int64(0)
            for d in range(centres.shape[1]):
                apart = np.int64(points[place, d]) - centres[centre, d]
                far += apart * apart
            if far < least:
                least, best = far, centre
        buckets[place] = best
