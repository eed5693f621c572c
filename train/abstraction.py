"""The card abstraction: buckets of hands that share a strategy.

Flop and turn hands are grouped by the distribution of their strength on the river: a cumulative
histogram of sixteen bins, so that the distance between two curves is the earth mover's distance.
River hands are grouped by their equity against eight groups of opposing hands (OCHS). The centres
come from k-means. Points and centres are bytes, and distances are integers, so that a hand is in
the same bucket on every machine.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from train.library import Boards, Library, Nearest, Spread

LIVE = 1081  # hands that share no card with a board of five
NONE = 65535  # the bucket of hands that share a card with the board


class Cards:
    """The card tables of `train.prepare`, in the memory of the device."""

    def __init__(self, library: Library, file: str) -> None:
        self.library, xp = library, library.xp
        data = np.load(file)
        self.tables = {
            name: xp.asarray(data[name])
            for name in ("suits_low", "suits_flush", "low", "high", "values")
        }
        self.hand_class: np.ndarray = data["hand_class"].astype(np.int64)
        self.flops: np.ndarray = data["flops"].astype(np.uint8)
        self.weights: np.ndarray = data["flop_weights"].astype(np.int64)
        self.use_groups(data["group_of_class"])

    def use_groups(self, group_of_class: np.ndarray) -> None:
        """Set the group of each hand class. River features are equities against these groups."""
        xp, self.group_of_class = self.library.xp, group_of_class
        high, low = np.tril_indices(52, -1)
        group = group_of_class[self.hand_class]
        order = np.argsort(group, kind="stable")
        packed = order | high[order] << 16 | low[order] << 24
        self.tables["by_group"] = xp.asarray(packed.astype(np.uint32))
        starts = np.searchsorted(group[order], np.arange(9))
        self.tables["group"] = xp.asarray(starts.astype(np.int32))

    def strengths(self, boards: Any) -> Any:
        """Return the hand number of every hand on each board; 0 for hands that share a card with
        it."""
        strength = self.library.xp.empty((len(boards), 1326), np.uint16)
        self._call("evaluate", boards, strength=strength)
        return strength

    def bins(self, boards: Any, strength: Any) -> Any:
        """Return the equity of every hand against all others on each board, in sixteen bins."""
        bins = self.library.xp.empty((len(boards), 1326), np.uint8)
        self._call("compare", boards, strength=strength, bin=bins)
        return bins

    def fares(self, boards: Any, strength: Any) -> Any:
        """Return the equity of every hand against the eight groups on each board, from 0 to 255."""
        fare = self.library.xp.empty((len(boards), 1326, 8), np.uint8)
        self._call("compare", boards, strength=strength, fare=fare)
        return fare

    def order(
        self, boards: Any, strength: Any, bucket: Any, live: int = LIVE
    ) -> tuple[Any, Any, Any]:
        """Return the steps of the river scan (see cuda/boards.cu): each hand once, all steps, and
        their number. *live* is the number of hands that share no card with a board."""
        xp = self.library.xp
        order = xp.zeros((len(boards), live), np.uint64)
        tape = xp.zeros((len(boards), 3 * live), np.uint64)
        length = xp.zeros(len(boards), np.int32)
        rank = xp.empty((len(boards), 1326), np.uint32)
        made = {"order": order, "tape": tape, "length": length, "rank": rank}
        self._call("sort_hands", boards, strength=strength, bucket=bucket, live=live, **made)
        return order, tape, length

    def _call(self, name: str, boards: Any, **fields: Any) -> None:
        self.library.call(name, Boards, cards=boards, boards=len(boards), **self.tables, **fields)

    def spread(self, bins: Any, nodes: int) -> Any:
        """Return the cumulative histogram of each hand over the boards of each node."""
        points = self.library.xp.empty((nodes, 1326, 16), np.uint8)
        count = len(bins) // nodes
        self.library.call("spread", Spread, bin=bins, points=points, nodes=nodes, boards=count)
        return points

    def nearest(self, points: Any, centres: Any, strength: Any = None) -> Any:
        """Return the index of the nearest centre for each point."""
        xp = self.library.xp
        flat = points.reshape(-1, points.shape[-1])
        bucket = xp.empty(len(flat), np.uint16)
        self.library.call(
            "nearest",
            Nearest,
            points=flat,
            centres=centres,
            strength=strength,
            bucket=bucket,
            n=len(flat),
            k=len(centres),
            dims=flat.shape[1],
        )
        return bucket.reshape(points.shape[:-1])


def runouts(flop: np.ndarray) -> np.ndarray:
    """Return every runout of a flop as boards of five: for each of 49 turns, its 48 rivers."""
    left = np.setdiff1d(np.arange(52, dtype=np.uint8), flop)
    turn = np.repeat(left, 48)
    river = np.concatenate([np.delete(left, place) for place in range(49)])
    return np.column_stack([np.tile(flop, (49 * 48, 1)), turn, river]).astype(np.uint8)


def blocked(boards: np.ndarray) -> np.ndarray:
    """Return whether a hand shares a card with a board, indexed by board and hand."""
    high, low = np.tril_indices(52, -1)
    on = np.zeros((len(boards), 52), bool)
    np.put_along_axis(on, boards.astype(np.int64), True, axis=1)
    result: np.ndarray = on[:, high] | on[:, low]
    return result


def k_means(xp: Any, points: Any, k: int, rounds: int, seed: int) -> Any:
    """Return at most *k* centres of *points* as bytes, after *rounds* iterations of k-means."""
    random = np.random.default_rng(seed)
    distinct = np.unique(points.get() if hasattr(points, "get") else points, axis=0)
    first = distinct[random.choice(len(distinct), min(k, len(distinct)), replace=False)]
    centres = xp.asarray(first).astype(np.float32)
    data = points.astype(np.float32)
    for _ in range(rounds):
        group = xp.concatenate(
            [
                ((centres**2).sum(axis=1) - 2 * part @ centres.T).argmin(axis=1)
                for part in xp.array_split(data, max(1, len(data) // 50_000))
            ]
        )
        count = xp.bincount(group, minlength=len(centres))
        sums = [
            xp.bincount(group, weights=data[:, d], minlength=len(centres))
            for d in range(data.shape[1])
        ]
        moved = xp.stack(sums, axis=1) / xp.maximum(count, 1)[:, None]
        centres = xp.where(count[:, None] > 0, moved, centres).astype(np.float32)
    return xp.rint(centres).astype(np.uint8)
