"""Writes the card tables of the trainer to one file: `python -m train.prepare`.

With this file, the machine with the GPU needs only NumPy and CuPy, not an installed pokermasa.
"""

from __future__ import annotations

import argparse
from itertools import combinations
from pathlib import Path

import numpy as np

from pokermasa.batch.combo import combos, renamings
from pokermasa.batch.lookup import lookup
from pokermasa.equity.class_strength import STRENGTH
from pokermasa.equity.preflop import preflop

GROUPS = 8


def flops() -> tuple[np.ndarray, np.ndarray]:
    """Return the 1,755 flops that are different up to the names of suits, and the number of flops
    that each stands for."""
    every = np.array([*combinations(range(52), 3)])
    least = np.full(len(every), 52**3)
    for renaming in renamings():
        cards = np.sort(every // 4 * 4 + renaming[every % 4], axis=1)
        least = np.minimum(least, cards @ [52 * 52, 52, 1])
    codes, counts = np.unique(least, return_counts=True)
    cards = np.stack([codes // (52 * 52), codes // 52 % 52, codes % 52], axis=1)
    return cards.astype(np.uint8), counts


def groups(seed: int = 1) -> np.ndarray:
    """Return the group of each of the 169 classes, by k-means on the equities against all classes,
    in order of strength."""
    edges = np.array([preflop(cell).edges for cell in range(169)])
    weight = np.bincount(combos().hand_class)
    random = np.random.default_rng(seed)
    best, least = np.zeros(169, np.int64), np.inf
    for _ in range(50):
        centres = edges[random.choice(169, GROUPS, replace=False)]
        for _ in range(50):
            far = ((edges[:, np.newaxis] - centres) ** 2).sum(axis=2)
            group = far.argmin(axis=1)
            centres = np.array(
                [
                    np.average(edges[group == k], axis=0, weights=weight[group == k])
                    if (group == k).any()
                    else edges[random.integers(169)]
                    for k in range(GROUPS)
                ]
            )
        error = (far.min(axis=1) * weight).sum()
        if error < least and len(np.unique(group)) == GROUPS:
            least, best = error, group
    strength = [np.array(STRENGTH)[best == k].mean() for k in range(GROUPS)]
    return np.argsort(np.argsort(strength))[best].astype(np.uint8)


def write(file: str | Path) -> None:
    """Write the file."""
    tables = lookup(7)
    cards, weights = flops()
    np.savez_compressed(
        file,
        suits_low=(tables.suits & np.uint64(0xFFFFFFFF)).astype(np.int32),
        suits_flush=(tables.suits >> np.uint64(32)).astype(np.int32),
        low=tables.low,
        high=tables.high,
        values=tables.values,
        hand_class=combos().hand_class,
        group_of_class=groups(),
        flops=cards,
        flop_weights=weights,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", default="cards.npz")
    write(parser.parse_args().file)
