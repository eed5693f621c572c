"""How much of its equity a hand realises after the flop, fitted to our own flop solves.

The model predicts the difference between the part of the pot that a hand wins and its equity, from
its position, the stack behind as a multiple of the pot, the shape of the hand, and its equity
against the opponent's range before the flop.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from pokermasa.batch import evaluate
from pokermasa.batch.array import Floats
from pokermasa.batch.combo import combos
from pokermasa.equity.all_in import CLASSES
from pokermasa.strength.hand_class import grid_classes
from train.ranges.flops import Job, jobs, part_of_hands
from train.ranges.matchup import equities, met, prior

_RIDGE = 1e-3
_USED = np.array([(1, 1, 1), (1, 1, 0), (1, 0, 0), (0, 1, 0)], bool)
"""The powers of the equity that each shape is multiplied with. Few, so that hands which are rare in
the solves do not get wild values."""
_LEAST = 1e-4  # weight of a class in a solve below which its numbers are left out


@cache
def shapes() -> Floats:
    """Return per class: 1, pair, suited, closeness of the ranks.

    Closeness counts less for low cards, whose straights and pairs are often beaten."""
    rows = []
    for name in (each for row in grid_classes() for each in row):
        pair = name.high == name.low
        apart = name.high - name.low if name.high < 14 else min(14 - name.low, name.low - 1)
        close = 0.0 if pair else max(0.0, (5 - apart) / 4) * min(1.0, (name.low - 1) / 8)
        rows.append((1.0, pair, name.suited, close))
    return np.array(rows, float)


def _in_depth(depth: Floats | float) -> Floats:
    """Return the functions of the depth that the coefficients are made of; all 0 without chips."""
    grown = np.log1p(depth) / np.log(17)
    return np.stack([grown, grown**2], axis=-1)


class Model:
    """The fitted model."""

    part_of_three = 2 / 3
    """The part of the difference that applies to pots of three players, which we cannot solve."""

    def __init__(self, weights: Floats, three: tuple[float, float]) -> None:
        """*weights* are indexed by position (0: out of position), shape, power of the equity (0 to
        2) and function of the depth. *three* are the coefficients of `three_way`."""
        self.weights = weights
        self.three = three

    def parts(self, in_position: bool, depth: float) -> tuple[Floats, Floats, Floats]:
        """Return the coefficients of 1, the equity and its square for each class."""
        by_shape = self.weights[int(in_position)] @ _in_depth(depth)
        flat, slope, bend = (shapes() @ by_shape).T
        return flat, slope, bend

    def gap(self, in_position: bool, depth: float, equity: Floats) -> Floats:
        """Return the difference for each class, given its equity against the opponent's range."""
        flat, slope, bend = self.parts(in_position, depth)
        return np.asarray(flat + slope * equity + bend * equity**2)

    def three_way(self, one: Floats, two: Floats) -> Floats:
        """Return the equity against two ranges from the equities against each."""
        odds = (_odds(one) * _odds(two)) ** self.three[1] * np.exp(self.three[0])
        return np.asarray(odds / (1 + odds))

    def save(self, path: Path) -> None:
        np.savez(path, weights=self.weights, three=np.array(self.three))

    @classmethod
    def load(cls, path: Path) -> Model:
        with np.load(path) as data:
            return cls(data["weights"], (float(data["three"][0]), float(data["three"][1])))


def _odds(equity: Floats) -> Floats:
    inside = np.clip(equity, 0.005, 0.995)
    return np.asarray(inside / (1 - inside))


def fit(folder: Path, flops: int, seed: int) -> tuple[Model, dict[str, float]]:
    """Fit the model to the solves in a folder. Returns it with figures on its quality."""
    found = [
        (job, np.load(folder / job.file)) for job in jobs(flops) if (folder / job.file).exists()
    ]
    weights = np.zeros((2, shapes().shape[1], 3, 2))
    figures = {"solves": float(len(found))}
    for player, name in enumerate(("out of position", "in position")):
        inputs, outputs, parts = [], [], []
        for job, solved in found:
            likely, on_flop, won = solved[player].T
            seen = likely > _LEAST
            equity = _before(job, player)[seen]
            terms = _terms(shapes()[seen], equity, job.depth)
            inputs.append(terms)
            outputs.append(((won - on_flop)[seen]) / likely[seen])
            parts.append(likely[seen])
        x, y, w = np.concatenate(inputs), np.concatenate(outputs), np.concatenate(parts)
        square = (x.T * w) @ x
        ridge = _RIDGE * np.trace(square) / len(square) * np.eye(len(square))
        flat = np.linalg.solve(square + ridge, (x.T * w) @ y)
        weights[player][_USED] = flat.reshape(-1, 2)
        rest = y - x @ flat
        figures[f"{name}: mean"] = float(np.average(y, weights=w))
        figures[f"{name}: spread"] = float(np.average(y**2, weights=w)) ** 0.5
        figures[f"{name}: left"] = float(np.average(rest**2, weights=w)) ** 0.5
    return Model(weights, fit_three_way(seed)), figures


def _terms(shape: Floats, equity: Floats, depth: float) -> Floats:
    powers = np.stack([np.ones_like(equity), equity, equity**2], axis=1)
    by_depth = _in_depth(depth)
    terms = (shape[:, :, None] * powers[:, None, :])[:, _USED]
    return np.asarray((terms[:, :, None] * by_depth).reshape(len(shape), -1))


def _before(job: Job, player: int) -> Floats:
    """Return the equity of each class before the flop against the opponent's range."""
    theirs = part_of_hands(*(job.matchup.oop if player else job.matchup.ip))
    held = np.zeros(CLASSES)
    for high, low in theirs:
        number = high.number * (high.number - 1) // 2 + low.number
        held[combos().hand_class[number]] = 1
    weight = met() * held
    return np.asarray((weight * equities()).sum(axis=1) / weight.sum(axis=1))


def fit_three_way(seed: int, cases: int = 300, deals: int = 3000) -> tuple[float, float]:
    """Fit the coefficients of `Model.three_way` to sampled deals of three ranges."""
    random = np.random.default_rng(seed)
    order = np.argsort(-(equities() @ prior()))
    ends = np.cumsum(prior()[order])
    place = np.empty(CLASSES)
    place[order] = ends
    by_combo = place[combos().hand_class]
    cards = np.stack([combos().high, combos().low], axis=1)
    rows, results = [], []
    for _ in range(cases):
        low = random.uniform(0, 0.3, 2)
        high = low + random.uniform(0.05, 0.6, 2)
        hero = int(random.integers(CLASSES))
        pools = [np.flatnonzero(combos().hand_class == hero)]
        pools += [
            np.flatnonzero((by_combo > a) & (by_combo <= b)) for a, b in zip(low, high, strict=True)
        ]
        if any(len(pool) == 0 for pool in pools):
            continue
        held = np.concatenate([cards[random.choice(pool, deals)] for pool in pools], axis=1)
        deck = np.argsort(random.random((deals, 52)), axis=1)
        used = (deck[:, :, None] == held[:, None, :]).any(axis=2)
        board = np.take_along_axis(deck, np.argsort(used, axis=1, kind="stable")[:, :5], axis=1)
        held, board = held.astype(np.uint8), board.astype(np.uint8)
        distinct = np.array([len({*row}) == 6 for row in held.tolist()])
        values = [
            evaluate(np.concatenate([held[:, 2 * n : 2 * n + 2], board], axis=1))[distinct].astype(
                int
            )
            for n in range(3)
        ]
        mine, others = values[0], np.stack(values[1:])
        beaten = (mine > others).mean(axis=1) + (mine == others).mean(axis=1) / 2
        best = mine >= others.max(axis=0)
        share = float((best / (1 + (mine == others).sum(axis=0))).mean())
        if 0.01 < share < 0.99 and ((beaten > 0.01) & (beaten < 0.99)).all():
            rows.append((1.0, float(np.log(_odds(beaten)).sum())))
            results.append(float(np.log(_odds(np.array(share)))))
    found = np.linalg.lstsq(np.array(rows), np.array(results), rcond=None)[0]
    return float(found[0]), float(found[1])
