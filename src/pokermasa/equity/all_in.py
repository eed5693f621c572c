"""All-ins of two hands before the flop: a score for each pair of the 169 classes, over every deal
and board.

On each board, the hands are visited in order of strength. Two counts are kept per class: all hands
passed so far, and those that hold a given card. A hand beats the first count minus the second for
its two cards. Isomorphic boards (equal up to the names of suits) are counted once.
"""

from __future__ import annotations

import contextlib
import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np

from pokermasa.batch.array import Int32s, Ints, UInt8s, UInt16s
from pokermasa.batch.combo import combos, renamings
from pokermasa.batch.kernel import folder, kernel
from pokermasa.equity.board_strengths import values_on
from pokermasa.equity.combo_tables import COMBOS
from pokermasa.equity.sweep import list_boards
from pokermasa.strength.category import STRONGEST

CLASSES = 169
"""Number of hand classes."""
BOARDS = 1_712_304
"""Number of boards for each deal of two hands."""
_PIECE = 2_000  # boards that one thread counts at a time


@cache
def all_in_scores() -> Ints:
    """Return the score of each class against each other class: over all deals and boards, 2 for
    each win and 1 for each tie.

    The first call on a machine takes some seconds. The result is cached next to the compiled code.
    """
    place = folder(Path(__file__))
    cached = None if place is None else place / "all_in.npy"
    if cached is not None:
        with contextlib.suppress(OSError, ValueError, EOFError):  # missing or damaged
            found: Ints = np.load(cached, allow_pickle=False)
            if found.shape == (CLASSES, CLASSES) and found.dtype == np.int64:
                return found
    counted = count_all_in()
    if cached is not None:
        with contextlib.suppress(OSError):
            fresh = cached.with_name(f"all_in.{os.getpid()}.tmp.npy")
            np.save(fresh, counted, allow_pickle=False)
            fresh.replace(cached)
    return counted


def count_all_in() -> Ints:
    """Compute what `all_in_scores` returns, without the cache."""
    masks, counts = list_boards(0, 0, np.arange(len(renamings())))
    table = combos()

    def count_piece(first: int) -> Ints:
        scores = np.zeros((CLASSES, CLASSES), np.int64)
        boards, times = masks[first : first + _PIECE], counts[first : first + _PIECE]
        for names in np.unique(times):
            values = values_on((), boards[times == names])
            piece_counts = np.zeros((CLASSES, CLASSES), np.int32)
            _count(values, table.high, table.low, table.hand_class, piece_counts)
            scores += int(names) * piece_counts.astype(np.int64)
        return scores

    scores = np.zeros((CLASSES, CLASSES), np.int64)
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for piece_counts in threads.map(count_piece, range(0, len(masks), _PIECE)):
            scores += piece_counts
    return scores


@kernel
def _count(values: UInt16s, high: UInt8s, low: UInt8s, cells: UInt8s, scores: Int32s) -> None:
    first = np.empty(STRONGEST + 1, np.int16)  # first hand of each value, a linked list
    after = np.empty(COMBOS, np.int16)  # next hand of the same value
    passed = np.empty(CLASSES, np.int32)  # 2 for each weaker hand, 1 for each equal one
    holding = np.empty((52, CLASSES), np.int32)  # the same, of hands that hold a card
    for board in range(len(values)):
        row = values[board]
        first[:] = -1
        for combo in range(COMBOS):
            after[combo] = first[row[combo]]
            first[row[combo]] = combo
        passed[:] = 0
        holding[:] = 0
        for value in range(1, STRONGEST + 1):
            if first[value] < 0:
                continue
            for half in range(2):
                combo = first[value]
                while combo >= 0:
                    cell, one, other = cells[combo], high[combo], low[combo]
                    passed[cell] += 1
                    holding[one, cell] += 1
                    holding[other, cell] += 1
                    combo = after[combo]
                if half:  # Counted twice: weaker than the hands that follow.
                    continue
                combo = first[value]
                while combo >= 0:
                    own = scores[cells[combo]]
                    of_one, of_other = holding[high[combo]], holding[low[combo]]
                    for cell in range(CLASSES):
                        own[cell] += passed[cell] - of_one[cell] - of_other[cell]
                    own[cells[combo]] += 1  # The hand itself was subtracted twice.
                    combo = after[combo]
