"""Train and measure the strategy table of house:limit: `python -m train --help`."""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from pokermasa.bots.limit.table import StrategyTable, read, write
from train.abstraction import runouts
from train.checkpoint import load, save
from train.library import Library
from train.sweep import WIDTH, Strategy, Sweep, as_bytes, as_parts
from train.table_file import packed, unpacked
from train.trainer import Trainer, clock

BEGAN = time.monotonic()
FOLDS = 4  # folds of the cross-validation in `live`


def report(**fields: Any) -> None:
    """Print one line of JSON, with the seconds since the start."""
    print(json.dumps({"at": round(time.monotonic() - BEGAN, 1), **fields}), flush=True)


def some_flops(trainer: Trainer, count: int) -> np.ndarray:
    """Return *count* flops, spread evenly over all 22,100. They are always the same."""
    ends = np.cumsum(trainer.cards.weights)
    return np.asarray(np.searchsorted(ends, (np.arange(count) + 0.5) * ends[-1] / count))


KNOWN = {"fold": (1.0, 0.0), "call": (0.0, 0.0), "raise": (0.0, 1.0)}
"""Fixed strategies whose exploitability is known, as probabilities to fold and to raise."""


def constant_strategy(
    xp: Any, fold: float, raises: float, sizes: tuple[int, int, int]
) -> tuple[np.ndarray, list[list[Any]]]:
    """Return a strategy that always takes the same act. Its exploitability is known, which checks
    the measurement."""
    one = np.array([raises, fold, raises, fold, fold, raises, fold, raises]) * 255
    table = [
        as_bytes(xp, xp.asarray(np.tile(one.astype(np.uint8)[None, :, None], (size, 1, w))))
        for size, w in zip(sizes, WIDTH, strict=True)
    ]
    before = np.zeros((8, 169, 3))
    before[:] = [fold, 1 - fold - raises, raises]
    if raises:
        before[(4, 7), :] = [0, 1, 0]
    if fold:
        before[1] = [0, 1, 0]
    return before, [table, table]


def smoke(options: argparse.Namespace, library: Library) -> None:
    """Compare the GPU with the CPU build, and report how long each step takes."""
    trainer = Trainer(library, options.cards, (20, 20, 50), 1)
    trainer.make_buckets(some_flops(trainer, 20), points=50_000)
    report(centres=[len(c) for c in trainer.centres])
    on_cpu = Trainer(Library(gpu=False), options.cards, (20, 20, 50), 1)
    random = np.random.default_rng(5)
    boards = runouts(trainer.cards.flops[trainer.flops[3]])
    few = np.concatenate([boards[:2], boards[480:482]])
    results = []
    tables = [random.integers(0, 128, (n, 8, w)) for n, w in zip((20, 20, 50), WIDTH, strict=True)]
    for one in (trainer, on_cpu):
        lib = one.library
        buckets = [
            lib.xp.asarray(library.host(b))
            for b in (trainer.bucket_f[3:4], trainer.bucket_t[3][np.array([0, 10])])
        ]
        sweep = Sweep(
            one.cards,
            few,
            (1, 2, 2),
            tuple(buckets),
            lib.xp.asarray(library.host(trainer.centres[2])),
        )
        on = [as_bytes(lib.xp, lib.xp.asarray(t)) for t in tables]
        for z in (0, 1):
            reach = sweep.down(z, np.ones((7, 1326)), on, None)
            learner = Strategy(lib.xp, (20, 20, 50))
            best = sweep.up(z, reach, on, keep=sweep.room_for_acts())
            other = sweep.up(z, reach, on, learner=learner, own=reach)
            results.append(
                [lib.host(x) for x in (best, other, *learner.regret, *learner.mass, sweep.order)]
            )
    for z in (0, 1):
        report(
            gpu_against_cpu=[
                float(
                    np.abs(a.astype(float) - b.astype(float)).max() / np.abs(a.astype(float)).max()
                )
                for a, b in zip(results[z], results[z + 2], strict=True)
            ]
        )
    for name, act in KNOWN.items():
        start = clock(library)
        won = trainer.exploited(
            *constant_strategy(library.xp, *act, (20, 20, 50)), np.arange(20), np.ones(20)
        )
        report(always=name, mbb=won, mean=sum(won) / 2, seconds=clock(library) - start)
    big = Trainer(library, options.cards, tuple(options.sizes), 1)
    big.make_buckets(some_flops(big, 20), points=50_000)
    for name, step in (
        ("learn 64", lambda: big.learn(64)),
        ("boards of a flop", lambda: big.whole(1)),
        ("answer, 12 rivers", lambda: big.answer(1, 12)),
        (
            "best response, both",
            lambda: big.exploited(
                np.full((8, 169, 3), 1 / 3), [p.now for p in big.players], np.array([1]), np.ones(1)
            ),
        ),
    ):
        step()
        start = clock(library)
        step()
        step()
        report(time_of=name, seconds=(clock(library) - start) / 2)


def train(options: argparse.Namespace, library: Library) -> None:
    """Train a table by CFR and then CFR-BR, and keep the one that measures best."""
    trainer = Trainer(library, options.cards, tuple(options.sizes), options.seed)
    start = clock(library)
    if options.state and Path(options.state).exists():
        load(trainer, options.state)
        options.cfr = 0
    elif options.start:
        begin_from(trainer, read(Path(options.start).read_bytes()), options.as_if)
    else:
        trainer.make_buckets(points=options.points)
    report(buckets=[len(c) for c in trainer.centres], seconds=clock(library) - start)
    check = some_flops(trainer, options.check)
    log: list[dict[str, Any]] = []

    writer = ThreadPoolExecutor(1)  # Packing takes seconds; the GPU continues meanwhile.

    def write_table(table: StrategyTable) -> None:
        ready = Path(options.out, "limit.table.new")
        ready.write_bytes(write(table))
        ready.replace(Path(options.out, "limit.table"))

    def measure_average(stage: str, **more: Any) -> None:
        before, after = trainer.average()
        made = {"sizes": options.sizes, "seed": options.seed, "stage": stage, **more}
        table = packed(trainer, before, after, made)
        began = clock(library)
        won = trainer.exploited(*unpacked(library.xp, table), check, np.ones(len(check)))
        log.append({**made, "mbb": won, "mean": sum(won) / 2, "flops": len(check)})
        report(**log[-1], seconds=clock(library) - began)
        if log[-1]["mean"] <= min(one["mean"] for one in log):
            writer.submit(write_table, table)
        Path(options.out, "log.json").write_text(json.dumps(log, indent=1))

    boards, begin = 0, clock(library)
    while (passed := clock(library) - begin) < options.cfr:
        trainer.learn(options.batch)
        boards += options.batch
    if options.cfr:
        measure_average("cfr", boards=boards, trained=passed)
        trainer.restart_average(options.as_if)
    order = np.empty(0, np.int64)
    done, spent, due = 0, 0.0, options.every
    stop = Path(options.out, "stop")
    while spent < options.br and not stop.exists():
        began = clock(library)
        if not len(order):
            order = trainer.random.permutation(some_flops(trainer, 1105))
        trainer.answer(int(order[0]), options.rivers)
        if done % 100 == 0:
            report(answered=done, seconds=clock(library) - began)
        order = order[1:]
        done += 1
        spent += clock(library) - began
        if done == options.drop:  # The first strategies are too poor for the average.
            for player in trainer.players:
                player.forget_average()
            trainer.sum[:] = 0
        if spent >= due or spent >= options.br or stop.exists():
            trained = round(spent, 1)
            measure_average("cfr-br", boards=boards, flops_answered=done, trained=trained)
            due += options.every
    writer.shutdown()
    if options.state:
        save(trainer, options.state)
    report(done=done)


def begin_from(trainer: Trainer, table: StrategyTable, as_if: float) -> None:
    """Continue from a shipped table: use its buckets, and its strategy as if it had been learned in
    *as_if* iterations."""
    xp = trainer.xp
    trainer.use_buckets(table)
    before, after = unpacked(xp, table)
    trainer.regret[:] = before * as_if * trainer.typical[0]
    trainer.iterations = as_if
    for player, strategy in zip(trainer.players, after, strict=True):
        for r in range(3):
            p, w = as_parts(xp, strategy[r]), np.float32(as_if * trainer.typical[1 + r])
            player.now[r][:] = strategy[r]
            acts = [1 - p[:, 0], p[:, 0]]
            for fold, raises in ((1, 2), (3, None), (4, 5), (6, 7)):
                acts.append(p[:, fold])
                acts.append(1 - p[:, fold] - (p[:, raises] if raises else 0))
                if raises:
                    acts.append(p[:, raises])
            player.regret[r][:] = xp.stack(acts, axis=1) * w


def measure(options: argparse.Namespace, library: Library) -> None:
    """Compute the exact exploitability of a table and, if requested, of the constant strategies on
    the same boards."""
    file = Path(options.table).read_bytes()
    table = read(file)
    trainer = Trainer(library, options.cards, table.sizes, 1)
    some = np.arange(len(trainer.cards.flops))[options.first :: options.step]
    weights = trainer.cards.weights[some]
    trainer.use_buckets(table, some)
    measured = {"table": unpacked(library.xp, table)}
    if options.known:
        for name, act in KNOWN.items():
            measured[name] = constant_strategy(library.xp, *act, table.sizes)
    digest = sha256(file).hexdigest()
    of = json.dumps({"table": digest, "flops": some.tolist(), "measured": [*measured]})
    progress = Path(options.out, "ends.npz")
    ends, done = np.zeros((len(measured), 2, 7, 1326)), 0
    if progress.exists():
        found = np.load(progress)
        if "of" not in found or str(found["of"]) != of:
            raise SystemExit(f"{progress} has another table or other flops: give another --out")
        ends, done = found["ends"], int(found["done"])
    began = clock(library)
    for start in range(done, len(some), 100):
        part = np.arange(start, min(start + 100, len(some)))
        ends += trainer.best_ends([*measured.values()], part, weights[part])
        np.savez(progress, ends=ends, done=start + len(part), of=of)
        report(flops=start + len(part), seconds=clock(library) - began)
    for (name, (before, _)), one in zip(measured.items(), ends, strict=True):
        won = trainer.won(before, one / weights.sum())
        result = {"mbb": won, "exploitability": sum(won) / 2, "flops": len(some)}
        report(of=name, **result, weight=int(weights.sum()))
        if name == "table" and options.record:
            record = {"table": digest, "first": options.first, "step": options.step, **result}
            Path(options.record).write_text(json.dumps(record, indent=1) + "\n")


def inside(options: argparse.Namespace, library: Library) -> None:
    """Measure how much a player wins against the table who sees only the table's buckets.

    That player learns by CFR, so the result is a lower bound. The rest of what a best response wins
    is the error of the abstraction.
    """
    table = read(Path(options.table).read_bytes())
    trainer = Trainer(library, options.cards, table.sizes, options.seed)
    trainer.use_buckets(table)
    fixed = unpacked(library.xp, table)
    check = some_flops(trainer, options.check)
    due, begin, boards = options.every, clock(library), 0
    while (passed := clock(library) - begin) < options.cfr:
        trainer.learn_against(*fixed, options.batch)
        boards += options.batch
        if passed >= due:
            due += options.every
            won = trainer.won_inside(*fixed, check)
            report(inside=won, mean=sum(won) / 2, boards=boards, trained=passed, flops=len(check))
    won = trainer.won_inside(*fixed, check)
    report(inside=won, mean=sum(won) / 2, boards=boards, trained=passed, flops=len(check))
    won = trainer.exploited(*fixed, check, np.ones(len(check)))
    report(best_response=won, mean=sum(won) / 2, flops=len(check))


def live(options: argparse.Namespace) -> None:
    """Measure, on a CPU, the gain from solving rivers during play, on sampled flops, turns and
    rivers.

    Each turn is saved as a file in --out, so the run can be stopped, and processes can share it
    (--first, --step). Each run sums up all files that are there.
    """
    from train.live import Rivers, summary
    from train.prepare import flops

    rivers, out = Rivers(read(Path(options.table).read_bytes())), Path(options.out)
    cards, weights = flops()
    ends = np.cumsum(weights)
    chosen = np.searchsorted(ends, (np.arange(options.flops) + 0.5) * ends[-1] / options.flops)
    boards = [tuple(cards[place].tolist()) for place in chosen]
    for number in range(options.turns):
        for place in range(options.first, options.flops, options.step):
            path = out / f"flop{place}-turn{number}.npy"
            if path.exists():
                continue
            left = [card for card in range(52) if card not in boards[place]]
            turn = int(np.random.default_rng([options.seed, place]).permutation(left)[number])
            left.remove(turn)
            drawn = np.random.default_rng([options.seed, place, turn]).permutation(left)
            found = rivers.turn((*boards[place], turn), drawn[: options.rivers].tolist(), FOLDS)
            np.save(path.with_suffix(".new.npy"), found)
            path.with_suffix(".new.npy").replace(path)
            report(flop=place, turn=number)
    by_flop = {
        place: [np.load(path) for path in sorted(out.glob(f"flop{place}-turn*[0-9].npy"))]
        for place in range(options.flops)
    }
    complete = [place for place, turns in by_flop.items() if len(turns) >= FOLDS]
    values = [rivers.flop(boards[place], np.stack(by_flop[place]), FOLDS) for place in complete]
    result = summary(rivers, np.stack(values), min(FOLDS, len(complete) // 2))
    turns = sum(len(by_flop[place]) for place in complete)
    report(flops=len(complete), turns=turns, **result._asdict())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stage", choices=("smoke", "train", "measure", "inside", "live"))
    parser.add_argument("--cards", default="cards.npz", help="file written by train.prepare")
    parser.add_argument("--cpu", action="store_true", help="use the CPU build (slow)")
    parser.add_argument("--out", default=".", help="folder for the results")
    parser.add_argument(
        "--sizes", type=int, nargs=3, default=[1000, 1000, 1000], help="buckets by round"
    )
    parser.add_argument("--points", type=int, default=400_000, help="hands sampled for buckets")
    parser.add_argument("--seed", type=int, default=1, help="seed of all random numbers")
    parser.add_argument("--cfr", type=float, default=60, help="seconds of CFR")
    parser.add_argument("--br", type=float, default=300, help="seconds of CFR-BR")
    parser.add_argument("--every", type=float, default=100, help="seconds between measurements")
    parser.add_argument("--batch", type=int, default=64, help="boards in an iteration of CFR")
    parser.add_argument(
        "--rivers", type=int, default=12, help="rivers to learn (live: to solve) on each turn"
    )
    parser.add_argument("--flops", type=int, default=20, help="live: number of flops")
    parser.add_argument("--turns", type=int, default=16, help="live: turns of each flop")
    parser.add_argument(
        "--as-if", type=float, default=100, help="iterations that the CFR stage counts as"
    )
    parser.add_argument(
        "--drop", type=int, default=0, help="first CFR-BR iterations left out of the average"
    )
    parser.add_argument("--check", type=int, default=100, help="flops in a measurement")
    parser.add_argument(
        "--state", help="checkpoint file: continued if it exists, written at the end"
    )
    parser.add_argument("--start", help="a table to continue from")
    parser.add_argument("--table", help="the table file to measure")
    parser.add_argument("--record", help="measure: write the result to this file (JSON)")
    parser.add_argument(
        "--known", action="store_true", help="measure: also the constant strategies"
    )
    parser.add_argument("--first", type=int, default=0, help="first flop (0 to 1,754)")
    parser.add_argument("--step", type=int, default=1, help="use every STEP-th flop")
    options = parser.parse_args()
    Path(options.out).mkdir(parents=True, exist_ok=True)
    if options.stage == "live":
        live(options)
        return
    library = Library(not options.cpu)
    stages = {"smoke": smoke, "train": train, "measure": measure, "inside": inside}
    stages[options.stage](options, library)


if __name__ == "__main__":
    main()
