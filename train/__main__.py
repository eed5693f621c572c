"""Make and measure the table of house:limit: `python -m train --help`."""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from pokermasa.bots.limit.table import Table, read, write
from train.abstraction import runouts
from train.library import Library
from train.shipped import packed, unpacked
from train.state import load, save
from train.sweep import WIDTH, Strategy, Sweep, as_bytes, as_parts
from train.trainer import Trainer, clock

BEGAN = time.monotonic()
FOLDS = 4  # parts of the cards that `live` chooses and scores on


def say(**what: Any) -> None:
    print(json.dumps({"at": round(time.monotonic() - BEGAN, 1), **what}), flush=True)


def some_flops(trainer: Trainer, count: int) -> np.ndarray:
    """Always the same, spread evenly over all 22,100."""
    ends = np.cumsum(trainer.cards.weights)
    return np.asarray(np.searchsorted(ends, (np.arange(count) + 0.5) * ends[-1] / count))


KNOWN = {"fold": (1.0, 0.0), "call": (0.0, 0.0), "raise": (0.0, 1.0)}


def simple(
    xp: Any, fold: float, raises: float, sizes: tuple[int, int, int]
) -> tuple[np.ndarray, list[list[Any]]]:
    """Always the same act: what is known of it proves the measuring."""
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
    """That the GPU and the plain loops agree, and how long everything takes."""
    trainer = Trainer(library, options.cards, (20, 20, 50), 1)
    trainer.make_buckets(some_flops(trainer, 20), points=50_000)
    say(centres=[len(c) for c in trainer.centres])
    plain = Library(gpu=False)
    beside = Trainer(plain, options.cards, (20, 20, 50), 1)
    dice = np.random.default_rng(5)
    boards = runouts(trainer.cards.flops[trainer.flops[3]])
    few = np.concatenate([boards[:2], boards[480:482]])
    results = []
    tables = [dice.integers(0, 128, (n, 8, w)) for n, w in zip((20, 20, 50), WIDTH, strict=True)]
    for one in (trainer, beside):
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
        say(
            gpu_against_cpu=[
                float(
                    np.abs(a.astype(float) - b.astype(float)).max() / np.abs(a.astype(float)).max()
                )
                for a, b in zip(results[z], results[z + 2], strict=True)
            ]
        )
    for name, act in KNOWN.items():
        start = clock(library)
        won = trainer.exploited(*simple(library.xp, *act, (20, 20, 50)), np.arange(20), np.ones(20))
        say(always=name, mbb=won, mean=sum(won) / 2, seconds=clock(library) - start)
    big = Trainer(library, options.cards, tuple(options.sizes), 1)
    big.make_buckets(some_flops(big, 20), points=50_000)
    for name, work in (
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
        work()
        start = clock(library)
        work()
        work()
        say(time_of=name, seconds=(clock(library) - start) / 2)


def train(options: argparse.Namespace, library: Library) -> None:
    trainer = Trainer(library, options.cards, tuple(options.sizes), options.seed)
    start = clock(library)
    if options.state and Path(options.state).exists():
        load(trainer, options.state)
        options.cfr = 0
    elif options.start:
        begin_from(trainer, read(Path(options.start).read_bytes()), options.as_if)
    else:
        trainer.make_buckets(points=options.points)
    say(buckets=[len(c) for c in trainer.centres], seconds=clock(library) - start)
    check = some_flops(trainer, options.check)
    log: list[dict[str, Any]] = []

    writer = ThreadPoolExecutor(1)  # packing takes seconds, and the GPU need not wait

    def keep(table: Table) -> None:
        ready = Path(options.out, "limit.table.new")
        ready.write_bytes(write(table))
        ready.replace(Path(options.out, "limit.table"))

    def look(words: str, **more: Any) -> None:
        before, after = trainer.average()
        made = {"sizes": options.sizes, "seed": options.seed, "stage": words, **more}
        table = packed(trainer, before, after, made)
        began = clock(library)
        won = trainer.exploited(*unpacked(library.xp, table), check, np.ones(len(check)))
        log.append({**made, "mbb": won, "mean": sum(won) / 2, "flops": len(check)})
        say(**log[-1], seconds=clock(library) - began)
        if log[-1]["mean"] <= min(one["mean"] for one in log):
            writer.submit(keep, table)
        Path(options.out, "log.json").write_text(json.dumps(log, indent=1))

    boards, begin = 0, clock(library)
    while (passed := clock(library) - begin) < options.cfr:
        trainer.learn(options.batch)
        boards += options.batch
    if options.cfr:
        look("cfr", boards=boards, trained=passed)
        trainer.begin_anew(options.as_if)
    order = np.empty(0, np.int64)
    done, spent, due = 0, 0.0, options.every
    stop = Path(options.out, "stop")
    while spent < options.br and not stop.exists():
        began = clock(library)
        if not len(order):
            order = trainer.dice.permutation(some_flops(trainer, 1105))
        trainer.answer(int(order[0]), options.rivers)
        if done % 100 == 0:
            say(answered=done, seconds=clock(library) - began)
        order = order[1:]
        done += 1
        spent += clock(library) - began
        if done == options.drop:  # what was learnt at first is no part of the average
            for player in trainer.players:
                player.forget_average()
            trainer.sum[:] = 0
        if spent >= due or spent >= options.br or stop.exists():
            look("cfr-br", boards=boards, flops_answered=done, trained=round(spent, 1))
            due += options.every
    writer.shutdown()
    if options.state:
        save(trainer, options.state)
    say(done=done)


def begin_from(trainer: Trainer, table: Table, as_if: float) -> None:
    """Go on from a shipped table: its buckets, and its strategy as if learnt in so many rounds."""
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
    """The table; and with it, on the same boards, always folding, calling and raising."""
    file = Path(options.table).read_bytes()
    table = read(file)
    trainer = Trainer(library, options.cards, table.sizes, 1)
    some = np.arange(len(trainer.cards.flops))[options.first :: options.step]
    weights = trainer.cards.weights[some]
    trainer.use_buckets(table, some)
    measured = {"table": unpacked(library.xp, table)}
    if options.known:
        for name, act in KNOWN.items():
            measured[name] = simple(library.xp, *act, table.sizes)
    digest = sha256(file).hexdigest()
    of = json.dumps({"table": digest, "flops": some.tolist(), "measured": [*measured]})
    kept = Path(options.out, "ends.npz")
    ends, done = np.zeros((len(measured), 2, 7, 1326)), 0
    if kept.exists():
        found = np.load(kept)
        if "of" not in found or str(found["of"]) != of:
            raise SystemExit(f"{kept} is of another table or of other flops: give another --out")
        ends, done = found["ends"], int(found["done"])
    began = clock(library)
    for start in range(done, len(some), 100):
        part = np.arange(start, min(start + 100, len(some)))
        ends += trainer.best_ends([*measured.values()], part, weights[part])
        np.savez(kept, ends=ends, done=start + len(part), of=of)
        say(flops=start + len(part), seconds=clock(library) - began)
    for (name, (before, _)), one in zip(measured.items(), ends, strict=True):
        won = trainer.won(before, one / weights.sum())
        result = {"mbb": won, "exploitability": sum(won) / 2, "flops": len(some)}
        say(of=name, **result, weight=int(weights.sum()))
        if name == "table" and options.record:
            what = {"table": digest, "first": options.first, "step": options.step, **result}
            Path(options.record).write_text(json.dumps(what, indent=1) + "\n")


def inside(options: argparse.Namespace, library: Library) -> None:
    """What somebody wins from the table who sees no more than its buckets: learnt by CFR against
    it, so a lower bound. What a best response wins beyond that is the abstraction's error."""
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
            say(inside=won, mean=sum(won) / 2, boards=boards, trained=passed, flops=len(check))
    won = trainer.won_inside(*fixed, check)
    say(inside=won, mean=sum(won) / 2, boards=boards, trained=passed, flops=len(check))
    won = trainer.exploited(*fixed, check, np.ones(len(check)))
    say(best_response=won, mean=sum(won) / 2, flops=len(check))


def live(options: argparse.Namespace) -> None:
    """What solving rivers while playing brings, on sampled flops, turns and rivers: on a CPU. Each
    turn is kept as a file in --out, so that it can be stopped, and shared by processes (--first,
    --step); every time it sums up all that is there."""
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
            say(flop=place, turn=number)
    done = {
        place: [np.load(path) for path in sorted(out.glob(f"flop{place}-turn*[0-9].npy"))]
        for place in range(options.flops)
    }
    whole = [place for place, turns in done.items() if len(turns) >= FOLDS]
    values = [rivers.flop(boards[place], np.stack(done[place]), FOLDS) for place in whole]
    result = summary(rivers, np.stack(values), min(FOLDS, len(whole) // 2))
    say(flops=len(whole), turns=sum(len(done[place]) for place in whole), **result._asdict())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stage", choices=("smoke", "train", "measure", "inside", "live"))
    parser.add_argument("--cards", default="cards.npz", help="made by train.prepare")
    parser.add_argument("--cpu", action="store_true", help="the same code in plain loops (slow)")
    parser.add_argument("--out", default=".", help="folder for what is made")
    parser.add_argument("--sizes", type=int, nargs=3, default=[1000, 1000, 1000])
    parser.add_argument("--points", type=int, default=400_000, help="hands to make buckets of")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cfr", type=float, default=60, help="seconds")
    parser.add_argument("--br", type=float, default=300, help="seconds of CFR-BR")
    parser.add_argument("--every", type=float, default=100, help="seconds between looks")
    parser.add_argument("--batch", type=int, default=64, help="boards an iteration of CFR")
    parser.add_argument("--rivers", type=int, default=12, help="learnt (live: solved) on a turn")
    parser.add_argument("--flops", type=int, default=20, help="live: spread evenly over all")
    parser.add_argument("--turns", type=int, default=16, help="live: of each flop")
    parser.add_argument("--as-if", type=float, default=100, help="iterations CFR counts for")
    parser.add_argument("--drop", type=int, default=0, help="first iterations not averaged")
    parser.add_argument("--check", type=int, default=100, help="flops of a look")
    parser.add_argument(
        "--state", help="a file to go on from, if it exists, and to keep at the end"
    )
    parser.add_argument("--start", help="a table to go on from")
    parser.add_argument("--table", help="the file to measure")
    parser.add_argument("--record", help="measure: a file for the result (JSON)")
    parser.add_argument("--known", action="store_true", help="measure also what is known")
    parser.add_argument("--first", type=int, default=0, help="the first flop (of 0 to 1,754)")
    parser.add_argument("--step", type=int, default=1, help="every so many flops only")
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
