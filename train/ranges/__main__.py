"""Train the preflop tables: `python -m train.ranges --help`."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np

import pokermasa.ranges
from pokermasa.ranges.table import FILE, LOSSES, PARTS, GameTable, write
from pokermasa.ranges.tree import Spec
from train.ranges.cfr import Trainer
from train.ranges.flops import run
from train.ranges.realisation import Model, fit

GAMES = [Spec(seats, depth) for depth in (100.0, 40.0, 20.0) for seats in (9, 2)]
"""The games of the tables."""
SHIPPED = Path(pokermasa.ranges.__file__).parent / FILE


def report(**fields: object) -> None:
    """Print one line of JSON."""
    print(json.dumps(fields), flush=True)


def solve_flops(folder: Path, options: argparse.Namespace) -> None:
    """Solve flops until the time is over. What is there already is kept."""
    began = time.monotonic()
    for name in run(folder, options.flops, options.seed):
        report(solved=name, at=round(time.monotonic() - began, 1))
        if time.monotonic() - began > options.seconds:
            return


def fit_model(folder: Path, options: argparse.Namespace) -> None:
    """Fit the model of the play after the flop to the solves."""
    model, figures = fit(folder, options.flops, options.seed)
    model.save(folder / "model.npz")
    report(**figures, three=model.three)


def train(folder: Path, options: argparse.Namespace) -> None:
    """Train all games in turn until each has its iterations or the time is over."""
    began = time.monotonic()
    model = Model.load(folder / "model.npz")
    for spec in GAMES:
        path = folder / f"{spec.name}.npz".replace(" ", "-")
        trainer = Trainer(spec, model)
        if path.exists():
            trainer.load(path)
        while trainer.time < options.iterations:
            trainer.learn(min(20, options.iterations - trainer.time))
            if time.monotonic() - began > options.seconds:
                break
        trainer.save(path)
        values, gains = trainer.judged(trainer.average())
        report(
            game=spec.name,
            iterations=trainer.time,
            exploitability=round(float(gains.sum()) * 1000, 2),
            values=[round(float(value), 3) for value in values],
            at=round(time.monotonic() - began, 1),
        )
        if time.monotonic() - began > options.seconds:
            return


def pack(folder: Path, options: argparse.Namespace) -> None:
    """Write the file of the tables from the checkpoints."""
    model, tables = Model.load(folder / "model.npz"), []
    for spec in GAMES:
        trainer = Trainer(spec, model)
        trainer.load(folder / f"{spec.name}.npz".replace(" ", "-"))
        strategy = trainer.average()
        _, gains = trainer.judged(strategy)
        made = {
            "iterations": trainer.time,
            "exploitability": round(float(gains.sum()) * 1000, 2),
        }
        values = trainer.act_values(strategy)
        best = np.maximum.reduceat(values, trainer.first, axis=0)[trainer.of]
        steps = np.abs((best - values)[1:, :, None] - LOSSES).argmin(axis=2)
        parts = np.rint(strategy[1:] * PARTS)
        tables.append(GameTable(spec, made, parts.astype(np.uint8), steps.astype(np.uint8)))
        report(game=spec.name, **made)
    file = write(tables)
    options.table.write_bytes(file)
    report(bytes=len(file))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    stages = {"flops": solve_flops, "fit": fit_model, "train": train, "pack": pack}
    parser.add_argument("stage", choices=stages)
    parser.add_argument("--folder", type=Path, required=True, help="folder of all results")
    parser.add_argument("--flops", type=int, default=12, help="flops for each matchup and depth")
    parser.add_argument("--seconds", type=float, default=420, help="time after which to stop")
    parser.add_argument("--iterations", type=int, default=1000, help="CFR iterations of each game")
    parser.add_argument("--seed", type=int, default=1, help="seed of all random numbers")
    parser.add_argument("--table", type=Path, default=SHIPPED, help="pack: the file to write")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    stages[options.stage](options.folder, options)


if __name__ == "__main__":
    main()
