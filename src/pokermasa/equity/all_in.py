"""Two hands all in before the flop: for each pair of the 169 classes, every deal on every board.

On each board the hands are gone through in order of strength. Going up, it is counted by class how
many have been passed, all of them and those that hold a given card: what a hand beats is the first
less the second for its two cards. Boards that differ in the names of suits only are done once.
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
BOARDS = 1_712_304
"""Of each deal."""
_PIECE = 2_000


@cache
def all_in_scores() -> Ints:
    """[class, other class]: over all deals of both and all boards, 2 for each win and 1 for each
    tie. Counted once on a machine, in some seconds, and kept beside the compiled code."""
    place = folder(Path(__file__))
    kept = None if place is None else place / "all_in.npy"
    if kept is not None:
        with contextlib.suppress(OSError, ValueError, EOFError):  # not there, or torn
            found: Ints = np.load(kept, allow_pickle=False)
            if found.shape == (CLASSES, CLASSES) and found.dtype == np.int64:
                return found
    counted = count_all_in()
    if kept is not None:
        with contextlib.suppress(OSError):
            fresh = kept.with_name(f"all_in.{os.getpid()}.tmp.npy")
            np.save(fresh, counted, allow_pickle=False)
            fresh.replace(kept)
    return counted


def count_all_in() -> Ints:
    masks, counts = list_boards(0, 0, np.arange(len(renamings())))
    table = combos()

    def count(first: int) -> Ints:
        scores = np.zeros((CLASSES, CLASSES), np.int64)
        boards, times = masks[first : first + _PIECE], counts[first : first + _PIECE]
        for names in np.unique(times):
            values = values_on((), boards[times == names])
            part = np.zeros((CLASSES, CLASSES), np.int32)
            _count(values, table.high, table.low, table.hand_class, part)
            scores += int(names) * part.astype(np.int64)
        return scores

    scores = np.zeros((CLASSES, CLASSES), np.int64)
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for part in threads.map(count, range(0, len(masks), _PIECE)):
            scores += part
    return scores


@kernel
def _count(values: UInt16s, high: UInt8s, low: UInt8s, cells: UInt8s, scores: Int32s) -> None:
    first = np.empty(STRONGEST + 1, np.int16)  # of the hands of a value; the next of each
    after = np.empty(COMBOS, np.int16)
    passed = np.empty(CLASSES, np.int32)  # 2 for who is beaten, 1 for who is as good
    holding = np.empty((52, CLASSES), np.int32)
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
                if half:  # the other half of being beaten, for those who come
                    continue
                combo = first[value]
                while combo >= 0:
                    own = scores[cells[combo]]
                    of_one, of_other = holding[high[combo]], holding[low[combo]]
                    for cell in range(CLASSES):
                        own[cell] += passed[cell] - of_one[cell] - of_other[cell]
                    own[cells[combo]] += 1  # itself, which was taken off twice
                    combo = after[combo]
