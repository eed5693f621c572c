"""Flop solves that show how much of its equity a hand realises after the flop.

Each solve gives, per player and hand class, the equity on the flop and the share of the pot that
the hand wins in the solution. `realisation` fits a model to the difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Floats
from pokermasa.cards import Card
from pokermasa.equity.all_in import CLASSES
from pokermasa.solve import Subgame, solve
from pokermasa.strength.hand_class import HandClass, grid_classes
from pokermasa.strength.range import Range
from train.ranges.matchup import equities, prior

_POT = 1000  # chips
_TREE = {"bets": "60%", "raises": "60%", "all_in_from": 0.6, "raise_cap": 1, "donks": False}
_TARGET = 2.5  # per cent of the pot; the errors of many hands and flops even out
_MEMORY = 3_000_000_000


class Matchup(NamedTuple):
    """The ranges of two players, each as the part of all hands from *first* to *last* when sorted
    by strength."""

    name: str
    oop: tuple[float, float]
    ip: tuple[float, float]
    depths: tuple[float, ...]
    """Stacks behind, as multiples of the pot."""


MATCHUPS = (
    Matchup("raised in position", (0.05, 0.50), (0.0, 0.42), (16, 7, 3)),
    Matchup("raised out of position", (0.0, 0.20), (0.04, 0.20), (13, 6, 3)),
    Matchup("re-raised in position", (0.03, 0.15), (0.0, 0.08), (4, 1.5)),
    Matchup("re-raised out of position", (0.0, 0.10), (0.04, 0.22), (4, 1.5)),
    Matchup("limped", (0.10, 0.80), (0.12, 1.0), (20, 6)),
    Matchup("re-raised twice", (0.01, 0.06), (0.0, 0.04), (1.2,)),
)


class Job(NamedTuple):
    matchup: Matchup
    depth: float
    number: int
    """Number of the flop, counted from 0."""

    @property
    def file(self) -> str:
        return f"{self.matchup.name} {self.depth:g} {self.number}.npy".replace(" ", "-")


def jobs(flops: int) -> Iterator[Job]:
    """Yield all solves: *flops* flops for each matchup and depth, the first flop of each first."""
    for number in range(flops):
        for matchup in MATCHUPS:
            for depth in matchup.depths:
                yield Job(matchup, depth, number)


def strengths() -> Floats:
    """Return a score of each class: its equity against all hands, and against the best fifth."""
    equity, counts = equities(), prior()
    against_all = equity @ counts
    order = np.argsort(-against_all)
    best = np.zeros(CLASSES)
    best[order] = counts[order] * (np.cumsum(counts[order]) <= 0.2)
    score: Floats = against_all + equity @ best / best.sum()
    return score


def part_of_hands(first: float, last: float) -> Range:
    """Return the hands between two parts of all hands, sorted by `strengths`."""
    order = np.argsort(-strengths())
    ends = np.cumsum(prior()[order])
    names = [name for row in grid_classes() for name in row]
    cells = [order[n] for n in range(CLASSES) if first < ends[n] <= last + 1e-9]
    return Range({combo: 1.0 for cell in cells for combo in names[cell].combos})


def solved(job: Job, seed: int) -> Floats:
    """Solve one flop. The result is indexed by player, class and column: weight, equity on the
    flop, part of the pot won."""
    drawn = np.random.default_rng([seed, job.number, round(job.depth * 100)])
    board = tuple(Card.from_number(int(n)) for n in drawn.permutation(52)[:3])
    subgame = Subgame.from_board(
        *(board, _POT, round(job.depth * _POT)),
        *(part_of_hands(*job.matchup.oop), part_of_hands(*job.matchup.ip)),
        **_TREE,  # type: ignore[arg-type]
        big_blind=20,
    )
    root = solve(subgame, _TARGET, small=True, threads=1, memory=_MEMORY).root
    places = {name: cell for cell, name in enumerate(n for row in grid_classes() for n in row)}
    found = np.zeros((2, CLASSES, 3))
    for player in range(2):
        rows = (root.likely(player), root.equity(player), root.values(player) / _POT)
        for hand, part, equity, won in zip(root.hands(player), *rows, strict=True):
            if part > 0 and not np.isnan(won):
                found[player, places[HandClass.from_combo(hand)]] += part, part * equity, part * won
    return found


def run(folder: Path, flops: int, seed: int) -> Iterator[str]:
    """Solve what is not in the folder yet, and yield the name of each finished file."""
    for job in jobs(flops):
        path = folder / job.file
        if not path.exists():
            fresh = path.with_suffix(".new.npy")
            np.save(fresh, solved(job, seed))
            fresh.replace(path)
            yield job.file
