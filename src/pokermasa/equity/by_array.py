"""Repeats what `outlook`, `against` and others loop over; held by tests/equity/test_cold.py.

What a bot asks of a board before anything is compiled on a machine: NumPy goes through all runouts
at once, in three to ten times as long. Every sum is one of whole numbers or is made in the order of
the loop, so that the answer is the same to the last bit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pokermasa.batch.array import Floats, Ints, UInt8s, UInt16s, UInt64s
from pokermasa.batch.lookup import Lookup, ranks_of
from pokermasa.equity.plan import COMBOS, FINE, KEY, RANKS, STEPS, Plan

LOOK, EDGE, SHARE, HEAP = 30, 8, 15, 4
"""Microseconds for a runout, about; of a share, for each opponent."""
ANSWER, CLASS_SHARE = 200, 15
"""Microseconds for all; of a share, for each opponent, squared."""
_AT_ONCE = 128  # runouts, so that what is written is read again before it leaves the cache
_16, _32 = np.uint64(16), np.uint64(32)


def look(
    board: np.uint64,
    runouts: UInt64s,
    plan: Plan,
    tables: Lookup,
    _work: Any,
    values: UInt16s,
    strength: Floats,
) -> None:
    """As `outlook._look`."""
    seen = np.zeros(COMBOS, np.int64)
    for first in range(0, len(runouts), _AT_ONCE):
        part = values[first : first + _AT_ONCE]
        _value(board | runouts[first : first + _AT_ONCE], plan, tables, part)
        there = part != 0
        alive = there.sum(axis=1, keepdims=True)
        steps = (part >> FINE) + STEPS * np.arange(len(part))[:, np.newaxis]
        counts = np.bincount(steps.ravel(), minlength=STEPS * len(part)).reshape(-1, STEPS)
        counts[:, :1] -= COMBOS - alive
        halves = 2 * np.cumsum(counts, axis=1) - counts - 1
        for row in np.where(there, halves.ravel()[steps] / (2.0 * (alive - 1)), 0.0):
            strength += row
        seen += there.sum(axis=0)
    strength[:] = np.where(seen > 0, strength / np.maximum(seen, 1), -1.0)


def _value(boards: UInt64s, plan: Plan, tables: Lookup, values: UInt16s) -> None:
    suits = boards[:, np.newaxis] >> _16 * np.arange(4, dtype=np.uint64) & RANKS
    keys = (tables.suits[suits] & KEY).sum(axis=1)
    values[:] = ranks_of(keys[:, np.newaxis] + plan.pair_keys, tables)[:, plan.pairs]
    counts = np.bitwise_count(suits)
    everybody = np.arange(COMBOS)
    for suit in range(4):
        own = plan.masks >> np.uint64(16 * suit) & RANKS
        for rows, some in (
            (np.flatnonzero(counts[:, suit] == 3), plan.suited[suit]),
            (np.flatnonzero(counts[:, suit] > 3), everybody),
        ):
            flush = tables.suits[suits[rows, suit, np.newaxis] | own[some]] >> _32
            at = np.ix_(rows, some)
            values[at] = np.maximum(values[at], flush.astype(np.uint16))
    for card in range(52):
        rows = np.flatnonzero(boards & tables.bits[card])
        values[np.ix_(rows, plan.holding[card])] = 0


def edge(values: UInt16s, hand: int, _sums: Any, won: Floats) -> None:
    """As `against._edge`."""
    values = values[values[:, hand] > 0]
    halves, there = _beaten(values, hand)
    seen = there.sum(axis=0)
    won[:] = np.where(seen > 0, halves.sum(axis=0, dtype=np.int64) / np.maximum(2 * seen, 1), 0.5)


def _beaten(values: UInt16s, hand: int) -> tuple[UInt8s, Any]:
    """2 where *hand* beats the other, 1 where they tie; and where the other can be at all."""
    mine, there = values[:, hand : hand + 1], values != 0
    halves = (values < mine).view(np.uint8) + (values <= mine).view(np.uint8)
    return halves * there, there


def answer(
    weights: Floats,
    strength: Floats,
    fold: float,
    raising: float,
    honesty: float,
    bluff: float,
    steps: Floats,
    split: Floats,
) -> None:
    """As `against._answer`."""
    there = np.flatnonzero(weights > 0)
    weights, step = weights[there], (strength[there] * (len(steps) - 1)).astype(np.int64)
    step %= len(steps)  # below 0 a loop counts from the end
    parts = np.bincount(step, weights, len(steps))
    below = np.concatenate([[0.0], np.cumsum(parts)[:-1]])
    total = np.cumsum(weights)[-1] if len(there) else 0.0
    place = ((below + parts / 2) / total)[step] if total > 0 else np.full(len(there), 0.5)
    stay = 1 - fold - raising
    value_raise = raising * (1 - bluff)
    top, top_width = 1 - value_raise, min(0.2, 2 * value_raise, 2 - 2 * value_raise)
    bottom, bottom_width = fold, min(0.2, 2 * fold, 2 - 2 * fold)
    weak = max(top / 2, 1e-9)
    raises = _ramp(place, top, top_width)
    raises = np.where(place < weak, np.minimum(1.0, raises + raising * bluff / weak), raises)
    folds = (1 - _ramp(place, bottom, bottom_width)) * (1 - raises)
    raises = honesty * raises + (1 - honesty) * raising
    folds = honesty * folds + (1 - honesty) * fold
    raises = 0.97 * raises + 0.03 * raising
    folds = 0.97 * folds + 0.03 * fold
    stays = np.maximum(1 - raises - folds, 0.03 * stay)
    split[:] = 0.0
    split[:, there] = weights * np.array([folds, stays, raises])


def _ramp(place: Floats, middle: float, width: float) -> Floats:
    if width <= 0:
        return np.where(place >= middle, 1.0, 0.0)
    return np.minimum(1.0, np.maximum(0.0, (place - middle) / width + 0.5))


def share(
    _runouts: Any,
    values: UInt16s,
    hand: int,
    masks: UInt64s,
    stays: Floats,
    folding: Floats,
    chance: Floats,
    won: Floats,
) -> None:
    """As `against._share`."""
    staying = np.cumsum(stays, axis=1)[:, -1]
    free = masks & masks[hand] == 0
    values = values[values[:, hand] > 0]
    halves, there = _beaten(values, hand)
    parts = np.zeros((len(stays), len(values)))
    for player, weights in enumerate(stays):
        if staying[player] > 0:
            whole = np.where(free, np.trunc(weights / staying[player] * 1e9), 0.0)
            left = there @ whole
            parts[player] = np.where(left > 0, halves @ whole / np.maximum(2.0 * left, 1.0), 0.5)
        else:
            parts[player] = 0.5
    chance[:] = _staying(np.ones((len(stays), 1)), staying, folding, 1.0)[:, 0]
    for row in _staying(parts, staying, folding, 1.0).T:
        won += row
    won /= max(len(values), 1)


def class_share(
    boards: Floats,
    won: Floats,
    there: Floats,
    staying: Floats,
    folding: Floats,
    chance: Floats,
    taken: Floats,
) -> None:
    """As `preflop._share`."""
    chance[:] = _staying(np.ones((len(staying), 1)), staying, folding, 1.0)[:, 0]
    some = boards > 0
    parts = _staying(won[:, some], staying, folding, boards[some])
    possible = _staying(there[:, some], staying, folding, boards[some])
    whole = np.cumsum(possible, axis=1)[:, -1]
    rest = np.where(whole > 0, chance / np.where(whole > 0, whole, 1.0), 0.0)
    taken[:] = np.cumsum(parts, axis=1)[:, -1] * rest


def _staying(parts: Floats, staying: Floats, folding: Floats, first: Floats | float) -> Floats:
    """[how many stay, case], of *parts* for each opponent and case: each folds, or stays and leaves
    that part."""
    sums = np.zeros((len(parts) + 1, parts.shape[1]))
    sums[0] = first
    for player, part in enumerate(parts):
        for count in range(player + 1, 0, -1):
            stays = sums[count - 1] * staying[player] * part
            sums[count] = sums[count] * folding[player] + stays
        sums[0] = sums[0] * folding[player]
    return sums


def heap(
    values: UInt16s,
    hand: int,
    strong: UInt8s,
    masks: UInt64s,
    cells: UInt8s,
    heaps: tuple[int, int],
    _both: Any,
    boards: Floats,
    won: Floats,
    there: Floats,
) -> None:
    """As `heaps._heap`."""
    values = values[values[:, hand] > 0]
    halves, possible = _beaten(values, hand)
    coarse = _among(halves, possible, heaps[0])
    fine = _among(halves[:, strong > 0], possible[:, strong > 0], heaps[1])
    of_board = coarse * heaps[1] + fine
    boards[:] = np.bincount(of_board, minlength=len(boards))
    free = np.flatnonzero(masks & masks[hand] == 0)
    of_class = (cells[free, np.newaxis] == np.arange(won.shape[1])).astype(np.float64)
    for one in np.unique(of_board):
        rows = np.flatnonzero(of_board == one)
        won[one] = halves[rows].sum(axis=0, dtype=np.int64)[free] @ of_class / 2
        there[one] = possible[rows].sum(axis=0)[free] @ of_class


def _among(halves: UInt8s, there: Any, ends: int) -> Ints:
    """[board]: in which of so many equal parts of all hands it stands."""
    place: Ints = ends * halves.sum(axis=1, dtype=np.int64) // (2 * there.sum(axis=1))
    place[place == ends] -= 1
    return place
